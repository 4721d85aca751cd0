using System.Runtime;
using System.Runtime.InteropServices;

namespace ThroughputKit.StartupHooks;

/// <summary>Facts about the app's runtime.</summary>
internal static class RuntimeFacts
{
    public static IEnumerable<(string Name, object? Value)> Read() =>
    [
        ("runtime", RuntimeInformation.FrameworkDescription),
        ("server-gc", GCSettings.IsServerGC),
        ("dynamic-gc", GC.GetConfigurationVariables().TryGetValue("GCDynamicAdaptationMode", out var mode) && mode is long and not 0),
        ("cores", Environment.ProcessorCount),
    ];
}
