using System.Diagnostics;
using System.Globalization;
using ThroughputKit;

namespace Engines;

/// <summary>The bare loop in C that reads nothing of what it gets: the limit. Built with gcc, where there is one.</summary>
/// <param name="threads">The number of its threads. It uses no more than there are connections.</param>
internal sealed class LimitGenerator(int threads) : IGenerator
{
    private const string Source = "benchmarks/limit/limit.c";
    private const string Program = "artifacts/benchmarks/limit";

    public string Name => RowName(threads);

    public static string RowName(int threads) => $"bare C loop, {threads} thread{(threads == 1 ? "" : "s")}";

    public static bool TryBuild()
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Program)!);
        try
        {
            using var compiler = Process.Start(new ProcessStartInfo("gcc", ["-O2", "-pthread", "-o", Program, Source]) { UseShellExecute = false })!;
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
        FormattableString[] arguments = [$"{Math.Min(threads, connections)}", $"{address.Port}", $"{path}", $"{connections}", $"{duration.TotalSeconds}"];
        using var process = Process.Start(new ProcessStartInfo(Program, arguments.Select(FormattableString.Invariant)) { RedirectStandardOutput = true, UseShellExecute = false })!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        double[] figures = [.. output.Split(' ').Select(f => double.Parse(f, CultureInfo.InvariantCulture))];
        return new LoadSample(figures[0]) { CpuTimePerRequest = TimeSpan.FromMicroseconds(figures[1]) };
    }
}
