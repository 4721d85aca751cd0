using System.Runtime;
using System.Runtime.InteropServices;
using ThroughputKit.Findings;

namespace ThroughputKit.Running;

/// <summary>Reads where the run takes place.</summary>
internal static class EnvironmentReader
{
    private static readonly string _cpu = ReadCpu();

    public static EnvironmentFigures Read() => new()
    {
        Runtime = RuntimeInformation.FrameworkDescription,
        IsServerGc = GCSettings.IsServerGC,
        IsDynamicGc = GC.GetConfigurationVariables().TryGetValue("GCDynamicAdaptationMode", out var mode) && mode is long and not 0,
        Cores = Environment.ProcessorCount,
        Cpu = _cpu,
        OperatingSystem = RuntimeInformation.OSDescription,
        IsKitOptimized = DebugBuildDoubt.IsOptimized(typeof(EnvironmentReader).Assembly),
    };

    private static string ReadCpu()
    {
        const string Key = "model name";
        try
        {
            var line = OperatingSystem.IsLinux()
                ? File.ReadLines("/proc/cpuinfo").FirstOrDefault(l => l.StartsWith(Key, StringComparison.Ordinal))
                : null;
            return line?[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim()
                ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER")
                ?? RuntimeInformation.ProcessArchitecture.ToString();
        }
        catch (IOException)
        {
            return RuntimeInformation.ProcessArchitecture.ToString();
        }
    }
}
