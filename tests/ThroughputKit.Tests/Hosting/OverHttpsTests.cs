using System.Net;
using System.Security.Authentication;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Server.Kestrel.Https;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Apps of every kind on a port of the kit's with TLS.</summary>
public class OverHttpsTests
{
    private static readonly LoadRequest _scheme = LoadRequest.Get("/scheme");

    [Fact]
    public Task An_app_from_its_entry_point() => CheckAsync(LoadTest.For<App>().OverHttps());

    [Fact]
    public Task An_app_from_its_entry_point_by_its_options() => CheckAsync(LoadTest.For<App>(app => app.OverHttps = true));

    [Fact]
    public Task A_published_app() => CheckAsync(LoadTest.ForPublished(Built.TestApp).OverHttps());

    [Fact]
    public async Task The_processes_that_a_published_app_starts_know_nothing_of_it() => Assert.Equal("none", await AskAsync(
        LoadTest.ForPublished(Built.TestApp).OverHttps(), "/variable/THROUGHPUTKIT_PORT"));

    [Fact]
    public async Task The_built_in_endpoint()
    {
        var result = await SendAsync(LoadTest.BuiltIn.OverHttps());

        Assert.Equal((20, 0), (result.Succeeded, result.Failed));
    }

    [Theory]
    [InlineData("speaks HTTP/2 alone")]
    [InlineData("speaks TLS")]
    [InlineData("speaks TLS with the machine's certificate")]
    [InlineData("registers its only address")]
    [InlineData("redirects to https")]
    [InlineData("redirects to its own https")]
    public Task An_app_with_endpoints_and_defaults_of_its_own(string mode) => CheckAsync(LoadTest.For<App>(app =>
    {
        app.Configuration["Mode"] = mode;
        app.Configuration["https_port"] = "443";
    }).OverHttps());

    [Theory]
    [InlineData("speaks TLS with the machine's certificate")]
    [InlineData("redirects to its own https")]
    public Task A_published_app_with_endpoints_and_defaults_of_its_own(string mode) =>
        CheckAsync(LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = mode).OverHttps());

    [Fact]
    public Task Addresses_with_TLS_that_the_test_sets_are_as_good_as_any() =>
        CheckAsync(LoadTest.For<App>(app => app.Configuration["urls"] = "https://127.0.0.1:0").OverHttps());

    [Fact]
    public async Task A_certificate_of_the_apps_and_its_demand_for_one_of_the_client_are_left_out()
    {
        using var foreign = Certificate.ForLocalhost();
        await CheckAsync(LoadTest.For<App>(app => app.ConfigureWebHost = web => web.ConfigureKestrel(kestrel => kestrel.ConfigureHttpsDefaults(tls =>
        {
            tls.ServerCertificateSelector = (_, _) => foreign;
            tls.ClientCertificateMode = ClientCertificateMode.RequireCertificate;
        }))).OverHttps());
    }

    [Fact]
    public async Task Other_defaults_of_the_app_hold()
    {
        SslProtocols? version = null;
        await CheckAsync(LoadTest.For<App>(app => app.ConfigureWebHost = web => web.ConfigureKestrel(kestrel => kestrel.ConfigureHttpsDefaults(tls =>
        {
            tls.SslProtocols = SslProtocols.Tls12;
            tls.OnAuthenticate = (_, options) => version = options.EnabledSslProtocols;
        }))).OverHttps());

        Assert.Equal(SslProtocols.Tls12, version);
    }

    [Fact]
    public async Task A_factory_has_a_plain_port_too()
    {
        await using var created = new WebApplicationFactory<App>();
        await using var factory = created.WithWebHostBuilder(web => web.UseEnvironment("Production"));

        await CheckAsync(LoadTest.For(factory).OverHttps());
        await CheckAsync(LoadTest.For(factory).OverHttps());
        await CheckAsync(LoadTest.For(factory), "http");
    }

    [Fact]
    public async Task A_factory_that_another_test_has_started()
    {
        await using var created = new WebApplicationFactory<App>();
        await using var factory = created.WithWebHostBuilder(web => web.UseEnvironment("Production"));
        await CheckAsync(LoadTest.For(factory), "http");

        var error = await Assert.ThrowsAsync<LoadTestException>(() => SendAsync(LoadTest.For(factory).OverHttps().Send(_scheme)));

        Assert.Matches(
            "^OverHttps is set, and TestApp listens on http://127.0.0.1:[0-9]+ only. Expected: a host that the kit starts, or one with an address of https. "
            + "The kit adds its port with TLS before a host starts, unless UseKestrel of a factory has set one. If another test has started it, set OverHttps there too.$",
            Assert.Single(error.Problems));
    }

    [Fact]
    public async Task A_host_has_a_plain_port_too()
    {
        await using var app = Build(WebApplication.CreateBuilder());

        await CheckAsync(LoadTest.For(app).OverHttps());
        await CheckAsync(LoadTest.For(app).OverHttps());
        await CheckAsync(LoadTest.For(app), "http");
    }

    [Fact]
    public async Task A_host_from_a_builder_without_TLS()
    {
        await using var app = Build(WebApplication.CreateSlimBuilder());

        await CheckAsync(LoadTest.For(app).OverHttps());
    }

    [Fact]
    public async Task A_host_that_runs_is_loaded_on_its_own_address()
    {
        using var certificate = Certificate.ForLocalhost();
        var builder = WebApplication.CreateBuilder();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.Listen(IPAddress.Loopback, 0);
            kestrel.Listen(IPAddress.Loopback, 0, endpoint => endpoint.UseHttps(certificate));
        });
        await using var app = Build(builder);
        await app.StartAsync();

        await CheckAsync(LoadTest.For(app).OverHttps());
        await CheckAsync(LoadTest.For(app), "http");
    }

    [Fact]
    public async Task A_shared_app_is_put_on_it_by_its_own_options()
    {
        await using var host = new Host();

        await CheckAsync(LoadTest.For(host));
        await CheckAsync(LoadTest.For(host).OverHttps());
        Assert.Equal("https", host.Address.Scheme);
        using var client = host.CreateClient();
        Assert.Equal("https", await client.GetStringAsync(new Uri("/scheme", UriKind.Relative)));
    }

    [Fact]
    public async Task A_shared_app_that_runs_over_plain_http()
    {
        await using var host = new ThroughputHost<App>();

        var error = await Assert.ThrowsAsync<LoadTestException>(() => SendAsync(LoadTest.For(host).OverHttps().Send(_scheme)));

        Assert.Equal(
            "OverHttps is set, and the host of TestApp runs over plain HTTP. Expected: a host that runs over https for all of its tests. "
            + "Override Configure in a class that derives from ThroughputHost, and set app.OverHttps = true there.",
            Assert.Single(error.Problems));
    }

    [Fact]
    public async Task A_scenario()
    {
        var result = Identity.Check(await LoadTest.For<App>().OverHttps().Scenario("look", async (user, token) =>
            Assert.Equal("https", await user.StepAsync("scheme", () => user.Client.GetStringAsync(new Uri("/scheme", UriKind.Relative), token))))
            .Sending(8).RunAsync());

        Assert.Equal((8, 0), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task Two_sides_of_a_comparison_may_differ_in_it()
    {
        var test = LoadTest.For<App>().Get("/text").With(o => (o.Connections, o.WarmUp) = (4, TimeSpan.Zero));

        var result = await test.OverHttps().ComparedWith(test).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal(
            (result.Reference.Generator.Engine, 0, 0), (result.Candidate.Generator.Engine, result.Candidate.Failed, result.Reference.Failed));
    }

    [Fact]
    public async Task A_baseline_says_it()
    {
        var (plain, secure) = (await SendAsync(LoadTest.For<App>().Send(_scheme), "http"), await SendAsync(LoadTest.For<App>().OverHttps().Send(_scheme)));

        Assert.Equal((false, true), (plain.Settings!.IsOverHttps, secure.Settings!.IsOverHttps));
    }

    private static WebApplication Build(WebApplicationBuilder builder)
    {
        builder.Configuration["urls"] = "http://127.0.0.1:0";
        var app = builder.Build();
        app.MapGet("/scheme", (HttpRequest request) => request.Scheme);
        return app;
    }

    private static async Task CheckAsync(LoadTest test, string scheme = "https")
    {
        var result = await SendAsync(test.Send(_scheme.ExpectBody(scheme)), scheme);

        Assert.Equal(20, result.Succeeded);
        Assert.DoesNotContain(result.FindingsOfApp(), f => f.Severity == FindingSeverity.Error); // a caller's own app may have others
    }

    private static async Task<LoadResult> SendAsync(LoadTest test, string scheme = "https")
    {
        Uri? address = null;
        var result = Identity.Check(await test.Prepare((client, _) =>
        {
            address = client.BaseAddress;
            return Task.CompletedTask;
        }).Sending(20).RunAsync());
        Assert.Equal(scheme, address!.Scheme);
        return result;
    }

    private static async Task<string> AskAsync(LoadTest test, string path)
    {
        var answer = "";
        await test.Send(_scheme)
            .Prepare(async (client, token) => { answer = await client.GetStringAsync(new Uri(path, UriKind.Relative), token); }).Sending(1).RunAsync();
        return answer;
    }

    private sealed class Host : ThroughputHost<App>
    {
        protected override void Configure(AppOptions app) => app.OverHttps = true;
    }
}
