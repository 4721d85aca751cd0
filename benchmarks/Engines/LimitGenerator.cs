using System.Diagnostics;
using System.Globalization;
using ThroughputKit;

namespace Engines;

/// <summary>The bare loop in C that reads nothing of what it gets: the limit. Built with gcc, where there is one.</summary>
internal sealed class LimitGenerator : IGenerator
{
    private const string Source = "benchmarks/limit/limit.c";
    private const string Program = "artifacts/benchmarks/limit";

    public const string RowName = "bare C loop, the limit";

    public string Name => RowName;

    public static bool TryBuild()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Program)!);
        try
        {
            using var compiler = Process.Start(new ProcessStartInfo("gcc", ["-O2", "-o", Program, Source]) { UseShellExecute = false })!;
            compiler.WaitForExit();
            return compiler.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        string[] arguments = [address.Port.ToString(CultureInfo.InvariantCulture), path, connections.ToString(CultureInfo.InvariantCulture), duration.TotalSeconds.ToString(CultureInfo.InvariantCulture)];
        using var process = Process.Start(new ProcessStartInfo(Program, arguments) { RedirectStandardOutput = true, UseShellExecute = false })!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        double[] figures = [.. output.Split(' ').Select(f => double.Parse(f, CultureInfo.InvariantCulture))];
        return new LoadSample(figures[0]) { CpuTimePerRequest = TimeSpan.FromMicroseconds(figures[1]) };
    }
}
