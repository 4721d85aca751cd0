using System.Runtime;
using System.Runtime.InteropServices;
using ThroughputKit.Hosting;

namespace ThroughputKit.Running;

/// <summary>Reads the environment of the run.</summary>
internal static class EnvironmentReader
{
    private static readonly string _cpu = ReadCpu();

    /// <param name="app">The app's runtime, if the app has its own process.</param>
    public static EnvironmentFigures Read(AppRuntime? app) => new()
    {
        Runtime = app?.Name ?? RuntimeInformation.FrameworkDescription,
        IsServerGc = app?.IsServerGc ?? GCSettings.IsServerGC,
        IsDynamicGc = app?.IsDynamicGc ?? (GC.GetConfigurationVariables().TryGetValue("GCDynamicAdaptationMode", out var mode) && mode is long and not 0),
        Cores = app?.Cores ?? Environment.ProcessorCount,
        Cpu = _cpu,
        OperatingSystem = RuntimeInformation.OSDescription,
        IsKitOptimized = MeasuredCode.Kit is not { IsOptimized: false },
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
