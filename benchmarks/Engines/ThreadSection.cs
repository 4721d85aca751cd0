using ThroughputKit;

namespace Engines;

/// <summary>How many threads of an engine cost the app the least.</summary>
internal static class ThreadSection
{
    private const int MinConnections = 64; // fewer have one thread

    private static readonly int[] _threads = [1, 2, 3];

    public static Task RunAsync(Session session, Settings settings, Uri address, IReadOnlyList<LoadEngine> engines) => GeneratorSection.RunAsync(
        session, settings with { Connections = [.. settings.Connections.Where(c => c >= MinConnections)] }, "App in another process, engines by their threads", address,
        [.. engines.Where(e => e != LoadEngine.Socket).SelectMany(e => _threads.Select(t => new OtherProcessGenerator(e, t)))]);
}
