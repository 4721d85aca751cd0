using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;
using ThroughputKit.Engines.Http2;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>The connection over a socket, to the server that it is for.</summary>
public class KestrelTests
{
    private const int Large = 2_500_000; // more than the window of a stream
    private const int Requests = 400;

    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);
    private static readonly string[] _kinds = ["GET /hello", "POST /echo", "GET /large", "GET /trailer", "HEAD /hello", "GET /nothing"];

    private readonly byte[] _room = new byte[32_768];
    private readonly byte[] _received = new byte[16_384];

    [Fact]
    public async Task Carries_many_requests_at_a_time()
    {
        var served = 0;
        await using var app = await StartAsync(HttpProtocols.Http2, () => Interlocked.Increment(ref served));
        Http2Request[] requests = [.. _kinds.Select(Encode)];
        var begun = 0;
        Slot[] slots = [.. Enumerable.Range(0, 12).Select(_ => new Slot { IsSilent = true })];
        var connection = new Http2Connection(slots);
        for (var i = 0; i < slots.Length; i++)
        {
            var slot = i;
            slots[i].AfterEnd = () => SendNext(slot);
        }

        using var socket = await ConnectAsync(app);
        connection.Begin();
        for (var i = 0; i < slots.Length; i++)
        {
            SendNext(i);
        }

        Assert.True(await PumpAsync(connection, socket, until: () => slots.Sum(s => s.Answered + s.Broken) == Requests));

        Assert.Equal((Requests, 0, Requests), (slots.Sum(s => s.Answered), slots.Sum(s => s.Broken), served));
        long[] lengths = [5, 200_000, Large, 1, 0, 0];
        Assert.Equal(Enumerable.Range(0, Requests).Sum(i => lengths[i % lengths.Length]), slots.Sum(s => s.BodyBytes));
        Assert.False(connection.IsClosing);

        var stopping = app.StopAsync();
        Assert.False(await PumpAsync(connection, socket, until: () => false));
        await stopping;
        Assert.True(connection.IsDone);

        void SendNext(int slot)
        {
            if (begun < Requests && connection.TrySend(slot, requests[begun % requests.Length]))
            {
                begun++;
                slots[slot].Sent();
            }
        }
    }

    [Fact]
    public async Task Tells_what_a_server_sends()
    {
        await using var app = await StartAsync(HttpProtocols.Http2, () => { });
        var slots = new Slot[] { new(), new() };
        var connection = new Http2Connection(slots);
        using var socket = await ConnectAsync(app);
        connection.Begin();
        connection.TrySend(0, Encode("GET /trailer"));
        connection.TrySend(1, Encode("GET /missing"));

        Assert.True(await PumpAsync(connection, socket, until: () => slots.All(s => s.Answered == 1)));

        Assert.Matches("^200 date=.* server=Kestrel a \\+grpc-status=0 ended$", slots[0].Log);
        Assert.Matches("^404 .*server=Kestrel.* ended$", slots[1].Log);
    }

    [Fact]
    public async Task Tells_that_a_server_speaks_only_HTTP_1()
    {
        await using var app = await StartAsync(HttpProtocols.Http1AndHttp2, () => { });
        var slot = new Slot();
        var connection = new Http2Connection([slot]);
        using var socket = await ConnectAsync(app);
        connection.Begin();
        connection.TrySend(0, Encode("GET /hello"));

        await PumpAsync(connection, socket, until: () => slot.Broken == 1);

        Assert.Equal("Malformed: the server refuses to speak HTTP/2 at this address: HTTP_1_1_REQUIRED", slot.Log);
    }

    private static Http2Request Encode(string kind)
    {
        byte[] room = [];
        var body = kind.StartsWith("POST", StringComparison.Ordinal) ? new string('x', 200_000) : "";
        var request = Wire.Bytes($"{kind} HTTP/1.1|Host: localhost|{(body.Length == 0 ? "" : $"Content-Length: {body.Length}|")}|{body}");
        return Http2RequestEncoder.Encode(request, isHead: kind.StartsWith("HEAD", StringComparison.Ordinal), isSecure: false, ref room);
    }

    private static async Task<WebApplication> StartAsync(HttpProtocols protocols, Action served)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k => k.Listen(IPAddress.Loopback, 0, endpoint => endpoint.Protocols = protocols));
        builder.Logging.ClearProviders();
        var app = builder.Build();
        app.Use(next => context =>
        {
            served();
            return next(context);
        });
        app.MapMethods("/hello", ["GET", "HEAD"], () => "hello");
        app.MapPost("/echo", (HttpRequest request) => TypedResults.Stream(request.Body));
        app.MapGet("/large", () => TypedResults.Bytes(new byte[Large]));
        app.MapGet("/nothing", () => TypedResults.NoContent());
        app.MapGet("/trailer", async (HttpResponse response) =>
        {
            await response.WriteAsync("a");
            response.AppendTrailer("grpc-status", "0");
        });
        await app.StartAsync();
        return app;
    }

    private static async Task<Socket> ConnectAsync(WebApplication app)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, new Uri(app.Urls.Single()).Port);
        return socket;
    }

    // Returns false if the server has closed the connection before.
    private async Task<bool> PumpAsync(Http2Connection connection, Socket socket, Func<bool> until)
    {
        using var hang = new CancellationTokenSource(_hang);
        while (!until())
        {
            for (int count; (count = connection.Write(_room)) > 0;)
            {
                for (var sent = 0; sent < count;)
                {
                    sent += await socket.SendAsync(_room.AsMemory(sent, count - sent), hang.Token);
                }
            }

            var received = await socket.ReceiveAsync(_received, hang.Token);
            if (received == 0)
            {
                connection.Closed(error: null);
                return false;
            }

            connection.Received(_received.AsSpan(0, received));
        }

        return true;
    }
}
