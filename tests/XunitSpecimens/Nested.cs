using System.Diagnostics;
using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

/// <summary>A throughput test that starts others in a process of its own, with another lock file.</summary>
public class Nested
{
    [ThroughputFact]
    public async Task Runs_others()
    {
        using var record = new Record("parent");
        await Load.App("/text").RunAsync();
        string[] arguments = ["test", typeof(Nested).Assembly.Location, "--filter", "FullyQualifiedName~Measuring.In_a_collection"];
        using var process = Process.Start(new ProcessStartInfo("dotnet", arguments)
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
            Environment = { ["THROUGHPUTKIT_LOCK_FILE"] = Path.Combine(Path.GetTempPath(), $"{Guid.NewGuid():N}.lock") },
        })!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.Contains("Passed:     2", output, StringComparison.Ordinal);
    }
}
