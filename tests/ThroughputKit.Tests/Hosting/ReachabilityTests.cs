using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using ThroughputKit.Hosting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

public class ReachabilityTests
{
    [Theory]
    [InlineData("http://192.0.2.1:80")]
    [InlineData("http://[2001:db8::1]:80")]
    [InlineData("http://0.0.0.0:80")]
    public async Task Refuses_what_is_not_on_this_machine(string address)
    {
        var problem = await Problem(LoadTest.Against(address));

        Assert.StartsWith($"{address.Replace(":80", "", StringComparison.Ordinal)} is not on this machine: it resolves to ", problem, StringComparison.Ordinal);
        Assert.Contains("Expected: loopback addresses only", problem, StringComparison.Ordinal);
        Assert.Contains("AllowHost(\"", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_allowed_host_is_the_only_one_allowed() =>
        Assert.Contains(
            "is not on this machine",
            await Problem(LoadTest.Against("http://192.0.2.1:80").AllowHost("192.0.2.2")), StringComparison.Ordinal);

    [Theory]
    [InlineData("localhost")]
    [InlineData("app.localhost")]
    [InlineData("Shop.Dev.LOCALHOST.")]
    [InlineData("127.0.0.1")]
    [InlineData("127.1.2.3")]
    [InlineData("[::ffff:127.0.0.1]")]
    public async Task Takes_every_name_of_loopback(string host)
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        if (host == "127.1.2.3")
        {
            // Loopback it is, but the server listens on 127.0.0.1 alone.
            Assert.StartsWith("Nothing listens at", await Problem(LoadTest.Against($"http://{host}:{server.Address.Port}")), StringComparison.Ordinal);
            return;
        }

        Assert.Equal(3, (await LoadTest.Against($"http://{host}:{server.Address.Port}").Get("/").Sending(3).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task Says_when_nothing_listens()
    {
        using var bound = new Socket(SocketType.Stream, ProtocolType.Tcp); // keeps the port from others, and doesn't listen
        bound.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var port = ((IPEndPoint)bound.LocalEndPoint!).Port;

        var problem = await Problem(LoadTest.Against($"http://127.0.0.1:{port}"));

        Assert.StartsWith($"Nothing listens at http://127.0.0.1:{port}: ", problem, StringComparison.Ordinal);
        Assert.EndsWith("Is the app running, and is the port the one it listens on?", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Says_when_no_TLS_is_spoken_before_any_load()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadSomeAsync();
            await connection.SendAsync("HTTP/1.1 400 Bad Request|Content-Length: 0||");
        });

        var problem = await Problem(LoadTest.Against($"https://127.0.0.1:{server.Address.Port}"));

        Assert.StartsWith($"No TLS connection could be made to https://127.0.0.1:{server.Address.Port}: ", problem, StringComparison.Ordinal);
        Assert.EndsWith("Is it a plain HTTP port? Then use an address that begins with http://.", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Says_when_HTTP_2_alone_is_spoken_over_TLS()
    {
        using var certificate = Certificate.ForLocalhost();
        var builder = WebApplication.CreateBuilder();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, endpoint =>
        {
            endpoint.Protocols = HttpProtocols.Http2;
            endpoint.UseHttps(certificate);
        }));
        await using var app = builder.Build();
        await app.StartAsync();

        var problem = await Problem(LoadTest.Against(app.Urls.Single()));

        Assert.StartsWith($"No TLS connection could be made to {app.Urls.Single()}: ", problem, StringComparison.Ordinal);
        Assert.EndsWith("Does it speak HTTP/2 alone? Then set o.Protocol = LoadProtocol.Http2.", problem, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Says_when_a_TLS_handshake_is_not_answered()
    {
        await using var server = new ScriptedServer(connection => connection.HangAsync());

        var problem = await Problem(LoadTest.Against($"https://127.0.0.1:{server.Address.Port}").With(o => o.RequestTimeout = TimeSpan.FromMilliseconds(300)));

        Assert.Contains(": there was no answer within 2 s.", problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Says_when_a_name_does_not_resolve()
    {
        var unknown = new SocketException((int)SocketError.HostNotFound);

        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => Resolve("no-such-host.invalid", (_, _) => throw unknown))).Problems);

        Assert.Equal(
            $"The host name 'no-such-host.invalid' can't be resolved: {unknown.Message}. Expected: a host name that resolves, such as localhost. "
            + "Is it misspelt? Only this machine may be loaded unless AllowHost names another host.",
            problem);
    }

    [Theory]
    [InlineData("localhost")]
    [InlineData("app.localhost")]
    public async Task A_name_of_loopback_is_never_looked_up(string host)
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var found = await Resolve($"{host}:{server.Address.Port}", (_, _) => throw new InvalidOperationException("It was looked up."));

        Assert.Equal(new IPEndPoint(IPAddress.Loopback, server.Address.Port), found);
    }

    [Theory]
    [InlineData("app.localhost.example")]
    [InlineData("notlocalhost")]
    public async Task A_name_that_only_looks_like_loopback_is_looked_up(string host) => Assert.StartsWith(
        $"http://{host} is not on this machine",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
            () => Resolve(host, (_, _) => Task.FromResult<IPAddress[]>([IPAddress.Parse("192.0.2.1")])))).Problems),
        StringComparison.Ordinal);

    [Theory]
    [InlineData("192.0.2.1")]
    [InlineData("127.0.0.1", "192.0.2.1")] // loopback is not enough if it isn't all
    public async Task Refuses_a_name_that_resolves_to_another_machine(params string[] addresses) => Assert.StartsWith(
        "http://shop.example is not on this machine: it resolves to 192.0.2.1.",
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
            () => Resolve("shop.example", (_, _) => Task.FromResult<IPAddress[]>([.. addresses.Select(IPAddress.Parse)])))).Problems),
        StringComparison.Ordinal);

    private static async Task<IPEndPoint> Resolve(string host, Func<string, CancellationToken, Task<IPAddress[]>> resolve) =>
        (await Reachability.FindAsync(new Uri($"http://{host}"), allowedHost: null, TimeSpan.FromSeconds(60), CancellationToken.None, resolve)).EndPoint;

    private static async Task<string> Problem(LoadTest test) => Assert.Single(
        (await Assert.ThrowsAsync<LoadTestException>(() => test.Get("/").RunAsync())).Problems);
}
