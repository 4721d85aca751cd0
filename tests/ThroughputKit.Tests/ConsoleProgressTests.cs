namespace ThroughputKit.Tests;

/// <summary>Progress on a console, or on what stands in place of one.</summary>
public class ConsoleProgressTests
{
    private static readonly LoadProgress _starting = new("Starting", TimeSpan.Zero);

    [Fact]
    public void The_line_is_removed_at_the_end_once()
    {
        using var writer = new StringWriter();
        using var progress = Create(writer);

        progress.Report(_starting);
        progress.Dispose();
        progress.Dispose();
        progress.Report(_starting with { Step = "Stopping" });

        Assert.Equal($"\rStarting (0 s)\r{new string(' ', 14)}\r", writer.ToString());
    }

    [Fact]
    public void Lines_stay()
    {
        using var writer = new StringWriter();
        using (var progress = Create(writer, canRewrite: false))
        {
            progress.Report(_starting);
        }

        Assert.Equal($"Starting (0 s){Environment.NewLine}", writer.ToString());
    }

    [Theory]
    [InlineData(typeof(IOException))] // a full disk, a closed pipe
    [InlineData(typeof(ObjectDisposedException))]
    public void A_stream_that_cannot_be_written_to_ends_nothing(Type exception)
    {
        using var writer = new BrokenWriter(exception);
        using var progress = Create(writer);

        progress.Report(_starting);
        progress.Report(_starting with { Step = "Stopping" });

        Assert.Equal(1, writer.Tries);
    }

    [Fact]
    public void Reports_from_several_threads_are_written_one_after_the_other()
    {
        using var writer = new StringWriter();
        using var progress = Create(writer, canRewrite: false);

        Parallel.For(0, 100, i => progress.Report(_starting with { Step = $"Round {i}" }));

        var lines = writer.ToString().Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(Enumerable.Range(0, 100).Select(i => $"Round {i} (0 s)").Order(StringComparer.Ordinal), lines.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(false, "", "", true)]
    [InlineData(true, "", "", false)]
    [InlineData(false, "CI", "true", false)]
    [InlineData(false, "TF_BUILD", "True", false)]
    [InlineData(false, "TERM", "dumb", false)]
    [InlineData(false, "TERM", "xterm-256color", true)]
    [InlineData(false, "NO_COLOR", "1", true)] // there is none
    public void A_line_is_rewritten_only_in_a_terminal_that_someone_looks_at(bool isRedirected, string variable, string value, bool expected) =>
        Assert.Equal(expected, ConsoleProgress.CanRewrite(isRedirected, name => name == variable ? value : null));

    [Fact]
    public async Task A_run_goes_on_where_progress_has_no_console()
    {
        using var writer = new BrokenWriter(typeof(IOException));
        using var progress = Create(writer);

        var result = await LoadTest.Experiment().Add("a", _ => Sample(1)).Add("b", _ => Sample(2)).InRounds(1).RunAsync(progress);

        Assert.Equal(2, result["b"].Rps);

        static Task<LoadSample> Sample(double rps) => Task.FromResult(new LoadSample(rps));
    }

    [Fact]
    public void The_console_of_this_process_can_be_used_in_any_case()
    {
        using var progress = new ConsoleProgress();

        progress.Report(_starting);
    }

    private static ConsoleProgress Create(TextWriter writer, bool canRewrite = true) => new(writer, canRewrite, () => 80, TimeProvider.System);

    private sealed class BrokenWriter(Type exception) : StringWriter
    {
        public int Tries { get; private set; }

        public override void Write(string? value)
        {
            Tries++;
            throw (Exception)Activator.CreateInstance(exception, "gone")!;
        }
    }
}
