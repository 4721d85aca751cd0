using ThroughputKit;

namespace Engines;

/// <summary>The app in another process over https.</summary>
internal static class HttpsSection
{
    private const int Connections = 64;

    public static async Task RunAsync(Session session, Settings settings, IReadOnlyList<LoadEngine> engines)
    {
        using var app = await SecureApp.StartAsync();
        await GeneratorSection.RunAsync(
            session, settings with { Connections = [Connections] }, "App in another process over https", app.Address,
            [.. Tool.Installed.Where(t => t.Program is "wrk" or "h2load").Select(t => new ToolGenerator(t)), .. engines.Select(e => new KitGenerator(e))]);
    }
}
