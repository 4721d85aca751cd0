using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Support;

/// <summary>A fact of a Linux machine all of whose cores this process may use; elsewhere it is skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class WholeMachineFactAttribute : FactAttribute
{
    public WholeMachineFactAttribute() => Skip = ProcessorTicks.Read()?.Cores == Environment.ProcessorCount
        ? null
        : "The cores of /proc/stat are not those of this process: it is no Linux, or a container with a part of the machine.";
}
