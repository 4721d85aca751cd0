using ThroughputKit.Hosting;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Support;

/// <summary>A server of the test's, and what is known of its process.</summary>
internal sealed class ScriptedTarget(ScriptedServer server, IProcessProbe probe) : ILoadTarget
{
    public CancellationToken Stopping { get; init; }

    public string Name => "Scripted";

    public bool IsInProcess => false;

    public Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken) => Task.FromResult(new RunningApp
    {
        Address = server.Address,
        Probe = probe,
        HostStart = TimeSpan.Zero,
        Stopping = Stopping,
        TryGetExit = _ => probe.HasExited ? new AppExit(134, "It printed nothing.") : null,
    });
}
