using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using ThroughputKit;

namespace Engines;

/// <summary>Another load generator, as a process of its own.</summary>
internal sealed partial class ToolGenerator(Tool tool) : IGenerator
{
    public string Name => tool.Name;

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        var seconds = Math.Max(1, (int)duration.TotalSeconds);

        // The shell prints the processor time of what it ran: the runtime keeps none of a child that has ended.
        var command = $"{tool.Program} {tool.Arguments(new Uri(address, path), connections, seconds)}; times";
        using var process = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", command])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        })!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();

        var rate = tool.Rate.Match(output) is { Success: true } match
            ? double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)
            : throw new InvalidOperationException($"{command} printed no rate:{Environment.NewLine}{output}{await errors}");
        return new LoadSample(rate)
        {
            Failed = (long)tool.Errors.Matches(output).Sum(m => Number(m.Groups[1]) + Number(m.Groups[2])),
            CpuTimePerRequest = CpuTime().Match(output) is { Success: true } times ? Cpu(times) / (rate * seconds) : null,
        };
    }

    private static TimeSpan Cpu(Match times) =>
        TimeSpan.FromMinutes(Number(times.Groups[1]) + Number(times.Groups[3])) + TimeSpan.FromSeconds(Number(times.Groups[2]) + Number(times.Groups[4]));

    private static double Number(Group group) => group.Success && group.Length > 0 ? double.Parse(group.Value, CultureInfo.InvariantCulture) : 0;

    // The second line: user and system time of the children.
    [GeneratedRegex(@"^\d+m[\d.]+s \d+m[\d.]+s\n(\d+)m([\d.]+)s (\d+)m([\d.]+)s", RegexOptions.Multiline)]
    private static partial Regex CpuTime();
}
