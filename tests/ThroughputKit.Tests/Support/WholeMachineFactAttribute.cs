using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Support;

/// <summary>A fact for a Linux machine on which this process may use all cores; elsewhere it is skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class WholeMachineFactAttribute : FactAttribute
{
    public WholeMachineFactAttribute() => Skip = ProcessorTicks.Read()?.Cores == Environment.ProcessorCount
        ? null
        : "The cores of /proc/stat are not those of this process: it is no Linux, or a container with a part of the machine.";
}
