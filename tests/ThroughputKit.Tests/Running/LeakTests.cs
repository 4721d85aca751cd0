using System.Diagnostics;
using System.Globalization;
using TestApp;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;
using Xunit.Abstractions;

namespace ThroughputKit.Tests.Running;

/// <summary>A run leaves nothing behind.</summary>
public class LeakTests(ITestOutputHelper output)
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Many_runs_leave_nothing_behind()
    {
        var test = LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "Warning").Get("/text").Sending(50, connections: 16);
        await test.RunAsync();
        var descriptorsBefore = await SettledDescriptors();

        for (var run = 0; run < 40; run++)
        {
            Identity.Check(await test.RunAsync());
        }

        Assert.InRange(await SettledDescriptors(), 0, descriptorsBefore + 10); // less than one for each run
        Assert.Empty(await KitThreads.LeftAsync());
    }

    // In a process of its own: what other tests leave comes and goes. So do some 20 KB of such a process, and at any time it fills something once: so it is judged
    // by the median slope between two parts (Theil and Sen), which no single step moves.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Many_runs_leave_no_memory_behind()
    {
        const int Parts = 20, Filling = 3, RunsOfAPart = 10, BytesOfARun = 1_000; // the first parts fill what every process fills
        using var runs = Process.Start(new ProcessStartInfo("dotnet", [Built.Assembly("ManyRuns"), $"{Parts}", $"{RunsOfAPart}"]) { RedirectStandardOutput = true, UseShellExecute = false })!;
        var printed = await runs.StandardOutput.ReadToEndAsync();
        await runs.WaitForExitAsync();
        output.WriteLine(printed);
        Assert.Equal(0, runs.ExitCode);

        double[] heap = [.. printed.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => double.Parse(line, CultureInfo.InvariantCulture))];
        Assert.Equal(Parts, heap.Length);
        double[] slopes = [.. from one in Enumerable.Range(Filling, Parts - Filling) from other in Enumerable.Range(one + 1, Parts - one - 1) select (heap[other] - heap[one]) / (other - one)];
        Assert.InRange(slopes.Order().ElementAt(slopes.Length / 2), double.MinValue, RunsOfAPart * BytesOfARun);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Runs_of_published_apps_leave_nothing_behind()
    {
        var test = LoadTest.ForPublished(Built.TestApp).Get("/text").Sending(50);
        await test.RunAsync();
        var (descriptorsBefore, foldersBefore) = (await SettledDescriptors(), HookFolders());

        for (var run = 0; run < 10; run++)
        {
            Identity.Check(await test.RunAsync());
        }

        Assert.InRange(await SettledDescriptors(), 0, descriptorsBefore + 3); // less than one for each run
        Assert.Empty(await KitThreads.LeftAsync());
        Assert.Empty(HookFolders().Except(foldersBefore));
    }

    [LinuxFact("names of threads are read from /proc.")]
    public async Task The_kits_own_thread_lives_as_long_as_a_run()
    {
        var seen = new TaskCompletionSource();
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await seen.Task; // the run lasts until its thread was seen
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });
        var run = LoadTest.Against(server.Address).Get("/").Sending(4).With(o => o.RequestTimeout = TimeSpan.FromMinutes(1)).RunAsync();
        while (KitThreads.Now().Length == 0)
        {
            Assert.False(run.IsCompleted, "The watcher was never seen.");
            await Task.Delay(10);
        }

        seen.SetResult();
        Assert.Equal(4, (await run).Succeeded);

        Assert.Empty(await KitThreads.LeftAsync());
    }

    // Sockets of earlier tests close in the background; the count is taken once it has been stable for half a second.
    private static async Task<int> SettledDescriptors()
    {
        var (count, since) = (-1, 0);
        while (since < 5)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            var now = OperatingSystem.IsLinux() ? Directory.GetFiles("/proc/self/fd").Count(IsNoLibrary) : Process.GetCurrentProcess().HandleCount;
            (count, since) = (now, now == count ? since + 1 : 0);
            await Task.Delay(100);
        }

        return count;
    }

    // A library that is loaded late keeps its file open permanently, once.
    private static bool IsNoLibrary(string descriptor)
    {
        try
        {
            return new FileInfo(descriptor).LinkTarget?.EndsWith(".dll", StringComparison.Ordinal) == false;
        }
        catch (IOException)
        {
            return false; // it has just been closed
        }
    }

    private static string[] HookFolders() => Directory.GetDirectories(Path.GetTempPath(), $"{HookFolder.Prefix}{Environment.ProcessId}-*");
}
