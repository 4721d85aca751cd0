using System.Diagnostics;
using ThroughputKit.Probes;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Probes;

public class WorkingSetTests
{
    [Fact]
    public void Reads_the_same_as_the_runtime()
    {
        using var workingSet = WorkingSet.OfThisProcess();

        Assert.InRange(workingSet.Read(), Environment.WorkingSet / 2, Environment.WorkingSet * 2);
    }

    [Fact]
    public async Task Reads_another_process_for_as_long_as_it_lives()
    {
        using var process = Process.Start(new ProcessStartInfo("dotnet", [Path.Combine(Built.TestApp, "TestApp.dll"), "--Mode=never builds a host"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        await process.StandardOutput.ReadLineAsync();
        using var workingSet = WorkingSet.Of(process);
        var alive = workingSet.Read();

        process.Kill();
        await process.WaitForExitAsync();

        Assert.InRange(alive, 1_000_000, 1_000_000_000);
        Assert.Equal(0, workingSet.Read());
    }

    [Fact]
    public void Reads_without_allocating()
    {
        using var workingSet = WorkingSet.OfThisProcess();
        workingSet.Read();

        Assert.Equal(0, Allocated.By(() => workingSet.Read(), times: 100));
    }
}
