using System.Diagnostics;
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
        // What earlier tests left may go at any time; it is mostly gone by the time that the first of these runs have settled.
        const int Runs = 120, Settled = 40, BytesOfARun = 100;
        var test = LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "Warning").Get("/text").Sending(50, connections: 16);
        var (descriptorsBefore, settled) = (0, 0L);

        for (var run = 1; run <= Runs; run++)
        {
            Identity.Check(await test.RunAsync());
            if (run == Settled)
            {
                (descriptorsBefore, settled) = (await SettledDescriptors(), Heap());
            }
        }

        var (descriptors, grown) = (await SettledDescriptors(), Heap() - settled);
        output.WriteLine($"descriptors {descriptorsBefore} -> {descriptors}; heap between runs {Settled} and {Runs} {grown:+#,0;-#,0;0} B; threads {string.Join(", ", KitThreads.Now())}");
        Assert.InRange(descriptors, 0, descriptorsBefore);
        Assert.Empty(await KitThreads.LeftAsync());
        Assert.InRange(grown, long.MinValue, (Runs - Settled) * BytesOfARun);
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
        var run = LoadTest.Against(server.Address).Get("/").Sending(4).With(o => o.Timeout = TimeSpan.FromMinutes(1)).RunAsync();
        while (KitThreads.Now().Length == 0)
        {
            Assert.False(run.IsCompleted, "The watcher was never seen.");
            await Task.Delay(10);
        }

        seen.SetResult();
        Assert.Equal(4, (await run).Succeeded);

        Assert.Empty(await KitThreads.LeftAsync());
    }

    private static long Heap()
    {
        for (var i = 0; i < 3; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        return GC.GetTotalMemory(forceFullCollection: true);
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
