using System.Text;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

public sealed class ConsoleThrottleTests : IDisposable
{
    private readonly StringWriter _console = new() { NewLine = "\n" };

    [Fact]
    public void Everything_passes_while_nothing_is_loaded()
    {
        using var throttle = new ConsoleThrottle(_console);
        Repeat(throttle, "info: Shop.Orders[1]\n      Placed\n", 50);

        Assert.Equal(100, _console.ToString().Split('\n').Length - 1);
    }

    [Fact]
    public void Of_a_pattern_the_first_lines_pass_and_the_rest_is_counted()
    {
        using var throttle = new ConsoleThrottle(_console);
        using (throttle.Begin())
        {
            Repeat(throttle, "info: Shop.Orders[1]\n      Placed\n", 50);
            throttle.Write("Something else\n");
            Assert.Equal(101, throttle.Printed.Lines);
            Assert.Equal([("Shop.Orders", 50)], throttle.Printed.Categories());
        }

        Assert.Equal(
            string.Concat(Enumerable.Repeat("info: Shop.Orders[1]\n      Placed\n", LinePatterns.MaxThatPass))
            + "Something else\nThroughputKit left out 94 lines that the app printed while it was loaded: 47 like \"info: Shop.Orders[1]\"; 47 like \"Placed\"\n",
            _console.ToString());
    }

    [Fact]
    public void A_line_that_comes_in_pieces_is_a_line()
    {
        using var throttle = new ConsoleThrottle(_console) { NewLine = "\n" };
        using (throttle.Begin())
        {
            foreach (var i in Enumerable.Range(0, 10))
            {
                throttle.Write('[');
                throttle.Write("12:00:0");
                throttle.Write(i);
                throttle.WriteLine("] Placed");
            }

            throttle.Write("The end");
        }

        Assert.Equal("[12:00:00] Placed\n[12:00:01] Placed\n[12:00:02] Placed\nThe endThroughputKit left out 7 lines that the app printed while it was loaded: 7 like \"[12:00:00] Placed\"\n", _console.ToString());
    }

    [Fact]
    public void A_single_line_is_told_in_the_singular()
    {
        using var throttle = new ConsoleThrottle(_console);
        using (throttle.Begin())
        {
            Repeat(throttle, "Placed\n", LinePatterns.MaxThatPass + 1);
        }

        Assert.EndsWith("\nThroughputKit left out 1 line that the app printed while it was loaded: 1 like \"Placed\"\n", _console.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Another_load_begins_anew_and_loads_that_overlap_end_together()
    {
        using var throttle = new ConsoleThrottle(_console);
        var (first, second) = (throttle.Begin(), throttle.Begin());
        Repeat(throttle, "Placed\n", 5);
        first.Dispose();
        first.Dispose();
        Assert.DoesNotContain("left out", _console.ToString(), StringComparison.Ordinal);
        second.Dispose();
        Assert.Contains("left out 2 lines", _console.ToString(), StringComparison.Ordinal);

        using (throttle.Begin())
        {
            Assert.Equal(0, throttle.Printed.Lines);
            Repeat(throttle, "Placed\n", 1);
        }

        Assert.Equal(4, _console.ToString().Split('\n').Count(l => l == "Placed"));
    }

    [Fact]
    public void Lines_of_any_length_pass_or_not_as_a_whole()
    {
        using var throttle = new ConsoleThrottle(_console);
        using (throttle.Begin())
        {
            Repeat(throttle, "Placed\n", 10);
            throttle.Write(new string('x', 100_000) + "\n");
            throttle.Write("Another\n");
        }

        Assert.Contains("\nAnother\n", _console.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void What_it_leaves_out_allocates_nothing()
    {
        using var throttle = new ConsoleThrottle(_console);
        using var load = throttle.Begin();
        Repeat(throttle, "info: Shop.Orders[1]\n      Placed\n", 100);
        var before = GC.GetAllocatedBytesForCurrentThread();

        Repeat(throttle, "info: Shop.Orders[1]\n      Placed\n", 1_000);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [LinuxFact("descriptors are read from /proc.")]
    public void What_it_leaves_out_is_written_to_a_file_that_is_left_by_no_end_of_the_process()
    {
        using var folder = new TemporaryFolder();
        using var throttle = new ConsoleThrottle(_console, folder.Path);
        using var load = throttle.Begin();

        Repeat(throttle, "half a sign: \ud83d\n", 10);

        Assert.Contains($"{folder.Path}/", string.Join('\n', Directory.GetFiles("/proc/self/fd").Select(d => new FileInfo(d).LinkTarget)), StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    [Fact]
    public void Leaves_no_file()
    {
        using var folder = new TemporaryFolder();
        using (var throttle = new ConsoleThrottle(_console, folder.Path))
        {
            using var load = throttle.Begin();
            Repeat(throttle, "Placed\n", 10);
        }

        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    [Fact]
    public void Leaves_out_as_much_where_no_file_can_be_opened()
    {
        using var folder = new TemporaryFolder();
        using var throttle = new ConsoleThrottle(_console, folder.File("gone"));
        using (throttle.Begin())
        {
            Repeat(throttle, "Placed\n", 10);
        }

        Assert.Contains("left out 7 lines", _console.ToString(), StringComparison.Ordinal);
    }

    public void Dispose() => _console.Dispose();

    [Fact]
    public void The_end_of_a_load_does_not_wait_for_whoever_prints()
    {
        using var console = new LockingWriter();
        using var throttle = new ConsoleThrottle(console);
        var load = throttle.Begin();
        Repeat(throttle, "Placed\n", LinePatterns.MaxThatPass + 1);
        console.IsWritten.Reset();
        Thread end;
        lock (console.Printing) // as a logger holds Console.Out
        {
            end = new Thread(load.Dispose);
            end.Start();
            Assert.True(console.IsWritten.Wait(TimeSpan.FromSeconds(30)));
            throttle.Write("Placed\n");
        }

        Assert.True(end.Join(TimeSpan.FromSeconds(30)));
    }

    [Fact]
    public void Loads_end_beside_an_app_that_prints()
    {
        var (ended, isOver) = (0, false);
        using var throttle = new ConsoleThrottle(TextWriter.Synchronized(new UnixConsole()));
        var app = Start(() =>
        {
            while (!Volatile.Read(ref isOver))
            {
                Print(1);
            }
        });
        var loads = Start(() =>
        {
            for (; ended < 1_000; ended++)
            {
                using var load = throttle.Begin();
                Print(LinePatterns.MaxThatPass + 1);
            }
        });

        Assert.True(loads.Join(TimeSpan.FromMinutes(1)), $"Load {ended} did not end.");
        Volatile.Write(ref isOver, true);
        Assert.True(app.Join(TimeSpan.FromMinutes(1)));

        void Print(int times)
        {
            lock (Console.Out) // as Console.WriteLine does, whatever the console is
            {
                Repeat(throttle, "Placed\n", times);
            }
        }

        static Thread Start(Action action)
        {
            var thread = new Thread(action.Invoke) { IsBackground = true };
            thread.Start();
            return thread;
        }
    }

    private static void Repeat(ConsoleThrottle throttle, string text, int times)
    {
        for (var i = 0; i < times; i++)
        {
            throttle.Write(text);
        }
    }

    /// <summary>A console that takes Console.Out for each text, as that of Unix does, and keeps nothing.</summary>
    private sealed class UnixConsole : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char[] buffer, int index, int count)
        {
            lock (Console.Out)
            {
                Thread.Yield();
            }
        }

        public override void Write(string? value) => Write([], 0, 0);

        public override void Write(ReadOnlySpan<char> buffer) => Write([], 0, 0);
    }

    /// <summary>A console that takes a lock for each text, as that of Unix does.</summary>
    private sealed class LockingWriter : StringWriter
    {
        public object Printing { get; } = new();

        /// <summary>Gets whether another thread than the one that prints is about to write.</summary>
        public ManualResetEventSlim IsWritten { get; } = new();

        public override void Write(string? value)
        {
            if (!Monitor.IsEntered(Printing))
            {
                IsWritten.Set();
            }

            lock (Printing)
            {
                base.Write(value);
            }
        }

        public override void Write(ReadOnlySpan<char> buffer) => Write(buffer.ToString());

        protected override void Dispose(bool disposing)
        {
            IsWritten.Dispose();
            base.Dispose(disposing);
        }
    }
}
