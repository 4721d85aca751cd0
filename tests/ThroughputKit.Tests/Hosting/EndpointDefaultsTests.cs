using Microsoft.AspNetCore.Mvc.Testing;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>Defaults that apps set in code for all of their endpoints. The kit's own is plain HTTP/1.1 all the same.</summary>
public class EndpointDefaultsTests
{
    [Theory]
    [InlineData("speaks HTTP/2 alone")]
    [InlineData("speaks TLS")]
    [InlineData("speaks TLS with the machine's certificate")]
    public async Task An_app_from_its_entry_point_is_loaded_by_plain_HTTP(string mode) =>
        await CheckPlain(LoadTest.For<App>(app => app.Configuration["Mode"] = mode));

    [Fact]
    public async Task A_published_app_that_speaks_TLS_is_loaded_by_plain_HTTP() =>
        await CheckPlain(LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = "speaks TLS with the machine's certificate"));

    [Theory]
    [InlineData("speaks HTTP/2 alone")]
    [InlineData("speaks TLS")]
    [Trait("Category", "Slow")]
    public async Task A_published_app_is_loaded_by_plain_HTTP(string mode) =>
        await CheckPlain(LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = mode));

    [Theory]
    [InlineData("speaks HTTP/2 alone")]
    [InlineData("speaks TLS")]
    [InlineData("speaks TLS with the machine's certificate")]
    public async Task A_factory_is_put_on_plain_HTTP(string mode)
    {
        await using var factory = new WebApplicationFactory<App>();
        await using var derived = factory.WithWebHostBuilder(web => web.UseSetting("Mode", mode));

        await CheckPlain(LoadTest.For(derived));
    }

    [Fact]
    public async Task Protocols_of_the_configuration_are_left_out_too() =>
        await CheckPlain(LoadTest.For<App>(app => app.Configuration["Kestrel:EndpointDefaults:Protocols"] = "Http2"));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Protocols_of_a_published_apps_configuration_are_left_out_too() =>
        await CheckPlain(LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Kestrel:EndpointDefaults:Protocols"] = "Http2"));

    [Fact]
    public async Task Other_defaults_hold_for_the_kits_endpoint() =>
        Assert.NotEqual("0", await Connections(LoadTest.For<App>(app => app.Configuration["Mode"] = "counts connections")));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Other_defaults_hold_for_the_kits_endpoint_in_a_published_app() =>
        Assert.NotEqual("0", await Connections(LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = "counts connections")));

    private static async Task CheckPlain(LoadTest test)
    {
        Uri? address = null;

        var result = Identity.Check(await test.Get("/text").Prepare((client, _) =>
        {
            address = client.BaseAddress;
            return Task.CompletedTask;
        }).Sending(20).RunAsync());

        Assert.Equal(("http", 20), (address!.Scheme, result.Succeeded));
    }

    private static async Task<string> Connections(LoadTest test)
    {
        var answer = "";
        await test.Get("/text")
            .Prepare(async (client, token) => { answer = await client.GetStringAsync(new Uri("/connections", UriKind.Relative), token); }).Sending(1).RunAsync();
        return answer;
    }
}
