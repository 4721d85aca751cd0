using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using ThroughputKit;

namespace Engines;

/// <summary>wrk, as a process of its own.</summary>
internal sealed partial class WrkGenerator(int threads) : IGenerator
{
    public string Name => $"wrk -t{threads}";

    public static bool IsInstalled => Array.Exists(
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator), p => File.Exists(Path.Combine(p, "wrk")));

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        var seconds = Math.Max(1, (int)duration.TotalSeconds).ToString(CultureInfo.InvariantCulture);
        using var process = Process.Start(new ProcessStartInfo(
            "wrk", [$"-t{Math.Min(threads, connections)}", $"-c{connections}", $"-d{seconds}s", new Uri(address, path).ToString()])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();

        // The runtime keeps no processor time of a child that has ended; wrk is timed by its own figures alone.
        return new LoadSample(Number(RequestsPerSecond(), output)) { Failed = (long)Sum(Errors(), output) };
    }

    private static double Number(Regex pattern, string output) => pattern.Match(output) is { Success: true } match
        ? double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)
        : throw new InvalidOperationException($"wrk printed no figure for {pattern}:{Environment.NewLine}{output}");

    private static double Sum(Regex pattern, string output) => pattern.Matches(output)
        .Sum(m => double.Parse(m.Groups[1].Value, CultureInfo.InvariantCulture));

    [GeneratedRegex(@"Requests/sec:\s+([\d.]+)")]
    private static partial Regex RequestsPerSecond();

    [GeneratedRegex(@"(?:connect|read|write|timeout|Non-2xx or 3xx responses:?) (\d+)")]
    private static partial Regex Errors();
}
