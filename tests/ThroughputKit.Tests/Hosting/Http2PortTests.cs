using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Apps of every kind, loaded over HTTP/2: without TLS, on a port of the kit's that speaks nothing else.</summary>
public class Http2PortTests
{
    private static readonly LoadRequest _protocol = LoadRequest.Get("/protocol").ExpectBody("HTTP/2");

    [Fact]
    public Task An_app_from_its_entry_point() => CheckAsync(LoadTest.For<App>());

    [Fact]
    public Task An_app_from_its_entry_point_over_https() => CheckAsync(LoadTest.For<App>().OverHttps());

    [Fact]
    public Task A_published_app() => CheckAsync(LoadTest.ForPublished(Built.TestApp));

    [Fact]
    public Task A_published_app_over_https() => CheckAsync(LoadTest.ForPublished(Built.TestApp).OverHttps());

    [Theory]
    [InlineData("speaks TLS")]
    [InlineData("speaks HTTP/2 alone")]
    public Task An_app_with_endpoints_and_defaults_of_its_own(string mode) => CheckAsync(LoadTest.For<App>(app => app.Configuration["Mode"] = mode));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_shared_app_has_a_port_for_each_version_and_sees_one(bool hasEndpoint)
    {
        await using var host = new Host(hasEndpoint);

        await CheckAsync(LoadTest.For(host));
        Assert.Equal(20, (await LoadTest.For(host).Send(LoadRequest.Get("/protocol").ExpectBody("HTTP/1.1")).Sending(20).RunAsync()).Succeeded);
        await CheckAsync(LoadTest.For(host));

        var seen = Assert.Single(host.Services.GetRequiredService<IServer>().Features.GetRequiredFeature<IServerAddressesFeature>().Addresses);
        Assert.Equal(!hasEndpoint, $"{host.Address}" == $"{seen}/");
    }

    [Fact]
    public async Task A_factory_keeps_its_plain_port()
    {
        await using var created = new WebApplicationFactory<App>();
        await using var factory = created.WithWebHostBuilder(web => web.UseEnvironment("Production"));

        await CheckAsync(LoadTest.For(factory));
        await CheckAsync(LoadTest.For(factory));
        Assert.Equal(20, (await LoadTest.For(factory).Send(LoadRequest.Get("/protocol").ExpectBody("HTTP/1.1")).Sending(20).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task A_host()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Configuration["urls"] = "http://127.0.0.1:0";
        await using var app = builder.Build();
        app.MapGet("/protocol", (HttpRequest request) => request.Protocol);

        await CheckAsync(LoadTest.For(app));
    }

    [Fact]
    public async Task The_built_in_endpoint_is_spoken_to_as_the_app_is()
    {
        var comparison = LoadTest.For<App>().Send(_protocol).With(Speak).ComparedWith(LoadTest.BuiltIn.With(Speak)).MeasureFor(TimeSpan.FromSeconds(1));
        var result = await comparison.RunAsync();

        Assert.Equal((LoadProtocol.Http2, LoadProtocol.Http2, 0, 0), (result.Candidate.Protocol, result.Reference.Protocol, result.Candidate.Failed, result.Reference.Failed));
    }

    [Fact]
    public void The_built_in_reference_has_the_load_of_the_test()
    {
        var test = LoadTest.For<App>().Get("/text");
        var (same, other) = (LoadTest.BuiltIn.LoadedAs(test), LoadTest.BuiltIn.LoadedAs(test.With(Speak).With(
            o => (o.Connections, o.StreamsPerConnection, o.RequestsPerConnection) = (4, 16, 10))));

        Assert.False(same.Plan.Options.HasConnections); // both have what keeps the cores busy
        Assert.Equal(LoadProtocol.Http1, same.Plan.Options.Protocol);
        Assert.Equal((4, 16, 10), (other.Plan.Options.Connections, other.Plan.Options.StreamsPerConnection, other.Plan.Options.RequestsPerConnection));
        Assert.Equal(LoadProtocol.Http2, other.Plan.Options.Protocol);
    }

    [Fact]
    public async Task One_of_the_versions_may_be_compared_with_the_other()
    {
        var test = LoadTest.For<App>().Get("/text").With(o => o.WarmUp = TimeSpan.Zero);
        var result = await test.With(Speak).ComparedWith(test).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal((LoadProtocol.Http2, null), (result.Candidate.Protocol, result.Reference.Protocol));
    }

    [Fact]
    public void The_version_may_be_set_back()
    {
        var test = LoadTest.For<App>().Get("/text").With(Speak);

        Assert.Equal(("Http2", "Tls", "Http1"), ($"{test.Plan.Target.Port}", $"{test.OverHttps().With(Speak).Plan.Target.Port}", $"{test.With(o => (o.Protocol, o.StreamsPerConnection) = (LoadProtocol.Http1, 1)).Plan.Target.Port}"));
    }

    [Fact]
    public void Tests_of_one_app_share_it_on_the_other_port_too()
    {
        var test = LoadTest.For<App>().Get("/text");

        Assert.Same(test.With(Speak).Plan.Target, test.Get("/20ms").With(Speak).Plan.Target);
        Assert.Same(test.OverHttps().Plan.Target, test.Get("/20ms").OverHttps().Plan.Target);
    }

    private sealed class Host(bool hasEndpoint) : ThroughputHost<App>
    {
        protected override void Configure(AppOptions app) =>
            app.ConfigureWebHost = web => web.ConfigureKestrel(kestrel =>
            {
                if (hasEndpoint)
                {
                    kestrel.Listen(IPAddress.Loopback, 0);
                }
            });
    }

    private static void Speak(LoadOptions options) => (options.Protocol, options.StreamsPerConnection, options.WarmUp) = (LoadProtocol.Http2, 3, TimeSpan.Zero);

    private static async Task CheckAsync(LoadTest test)
    {
        var result = Identity.Check(await test.Send(_protocol).Sending(40).With(Speak).RunAsync());

        Assert.True(result is { Succeeded: 40, Protocol: LoadProtocol.Http2 }, $"{result}");
    }
}
