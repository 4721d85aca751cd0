using System.Net;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

/// <summary>What the app sees of the kit's endpoint.</summary>
public class OwnEndpointTests
{
    private const string Registers = "registers its only address";

    [Fact]
    public async Task An_app_that_registers_its_only_address_starts() =>
        Assert.Equal(20, (await LoadTest.For<App>(app => app.Configuration["Mode"] = Registers).Get("/text").Sending(20).RunAsync()).Succeeded);

    [Fact]
    public async Task A_published_app_that_registers_its_only_address_starts() => Assert.Equal(
        20, (await LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = Registers).Get("/text").Sending(20).RunAsync()).Succeeded);

    [Fact]
    public async Task Among_the_addresses_of_an_app_with_endpoints_in_code_are_only_its_own()
    {
        await using var host = new Host(listens: 2);

        var addresses = host.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses;

        Assert.Equal(2, addresses.Count);
        Assert.DoesNotContain(addresses, a => new Uri(a) == host.Address);
    }

    [Fact]
    public async Task Without_other_endpoints_the_kits_is_the_apps()
    {
        await using var host = new Host(listens: 0);

        var addresses = host.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses;

        Assert.Equal(host.Address, new Uri(Assert.Single(addresses)));
    }

    private sealed class Host(int listens) : ThroughputHost<App>
    {
        protected override void Configure(AppOptions app) => app.ConfigureWebHost = web => web.ConfigureKestrel(kestrel =>
        {
            for (var i = 0; i < listens; i++)
            {
                kestrel.Listen(IPAddress.Loopback, 0);
            }
        });
    }
}
