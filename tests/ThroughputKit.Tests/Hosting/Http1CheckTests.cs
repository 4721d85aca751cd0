using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;
using ThroughputKit.Hosting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

public class Http1CheckTests
{
    private int _requests;

    [Fact]
    public async Task HTTP_1_1_passes_and_the_app_sees_no_request()
    {
        Assert.True(await Passes(e => e.Protocols = HttpProtocols.Http1));
        Assert.Equal(0, _requests);
    }

    [Fact]
    public async Task TLS_with_HTTP_1_1_passes()
    {
        using var certificate = Certificate.ForLocalhost();

        Assert.True(await Passes(e => e.UseHttps(certificate)));
    }

    [Fact]
    public async Task HTTP_2_alone_does_not_pass() => Assert.False(await Passes(e => e.Protocols = HttpProtocols.Http2));

    [Fact]
    public async Task TLS_with_HTTP_2_alone_does_not_pass()
    {
        using var certificate = Certificate.ForLocalhost();

        Assert.False(await Passes(e =>
        {
            e.Protocols = HttpProtocols.Http2;
            e.UseHttps(certificate);
        }));
    }

    [Fact]
    public async Task Another_protocol_does_not_pass()
    {
        Assert.False(await Passes(e => e.Run(AnswerAsync)));
        Assert.False(await Passes(e => e.Run(_ => Task.CompletedTask)));
    }

    [Fact]
    public async Task Nothing_does_not_pass() => Assert.False(await Http1Check.PassesAsync(new Uri("http://127.0.0.1:1"), CancellationToken.None));

    private static async Task AnswerAsync(ConnectionContext connection)
    {
        var read = await connection.Transport.Input.ReadAsync();
        connection.Transport.Input.AdvanceTo(read.Buffer.End);
        await connection.Transport.Output.WriteAsync("\x20\x02\0\x01\0\0\0\0"u8.ToArray());
    }

    private async Task<bool> Passes(Action<ListenOptions> endpoint)
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k => k.Listen(IPAddress.Loopback, 0, endpoint));
        await using var app = builder.Build();
        app.Run(_ =>
        {
            Interlocked.Increment(ref _requests);
            return Task.CompletedTask;
        });
        await app.StartAsync();
        return await Http1Check.PassesAsync(new Uri(app.Urls.Single()), CancellationToken.None);
    }
}
