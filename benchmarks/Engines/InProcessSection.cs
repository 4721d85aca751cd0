using HelloApi;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using ThroughputKit;

namespace Engines;

/// <summary>The app in the generator's own process, beside wrk against the app in another.</summary>
internal static class InProcessSection
{
    private const int Connections = 64;

    public static async Task RunAsync(Session session, Settings settings, Uri other, IReadOnlyList<LoadEngine> engines)
    {
        await using var app = HelloApp.Build(["--environment=Production", "--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=Warning"]);
        await app.StartAsync();
        var here = new Uri(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
        (IGenerator Generator, Uri Address)[] generators =
        [
            .. Tool.Installed.Where(t => t.Program == "wrk").Select(t => ((IGenerator)new ToolGenerator(t), other)),
            .. engines.Select(e => ((IGenerator)new KitGenerator(e, LoadTest.For(app)), here)),
            (new HttpClientGenerator(), here),
        ];
        foreach (var (generator, address) in generators)
        {
            await generator.RunAsync(address, settings.Path, Connections, settings.Duration); // warms both sides up
        }

        await session.TableAsync(
            $"App in process, wrk against another process: {Connections} connections, {settings.Rounds} rounds of {settings.Duration.TotalSeconds} s, GET {settings.Path}, medians; bytes and processor time hold the app's",
            () => GeneratorSection.MeasureAsync(settings, Connections, generators));
    }
}
