using ThroughputKit.Reporting;

namespace ThroughputKit.Tests.Reporting;

/// <summary>What is written of a run's progress, at which time and width.</summary>
public class ProgressLineTests
{
    private const int Wide = 200;

    [Fact]
    public void A_line_is_rewritten_over_the_one_before()
    {
        var line = new ProgressLine(canRewrite: true);

        Assert.Equal("\rStarting (0 s)", line.Next(Of("Starting"), Seconds(0), Wide));
        Assert.Equal($"\r{new string(' ', 14)}\rStop (0 s)", line.Next(Of("Stop"), Seconds(0.1), Wide));
        Assert.Equal($"\r{new string(' ', 10)}\r", line.Clear(Wide));
        Assert.Equal("", line.Clear(Wide));
    }

    [Fact]
    public void The_same_step_is_rewritten_at_most_four_times_a_second_and_another_at_once()
    {
        var line = new ProgressLine(canRewrite: true);

        Assert.NotNull(line.Next(Of("Measuring"), Seconds(0), Wide));
        Assert.Null(line.Next(Of("Measuring"), Seconds(0.2), Wide));
        Assert.NotNull(line.Next(Of("Measuring"), Seconds(0.25), Wide));
        Assert.Null(line.Next(Of("Measuring"), Seconds(0.4), Wide));
        Assert.NotNull(line.Next(Of("Stopping"), Seconds(0.4), Wide));
    }

    [Theory]
    [InlineData(false, Wide)] // redirected, dumb or a build server
    [InlineData(true, ProgressLine.MinWidth - 1)]
    [InlineData(true, 0)] // no window
    public void Plain_lines_come_for_each_step_and_every_ten_seconds(bool canRewrite, int width)
    {
        var line = new ProgressLine(canRewrite);

        Assert.Equal($"Measuring (0 s){Environment.NewLine}", line.Next(Of("Measuring"), Seconds(0), width));
        Assert.Null(line.Next(Of("Measuring"), Seconds(9.9), width));
        Assert.NotNull(line.Next(Of("Measuring"), Seconds(10), width));
        Assert.Null(line.Next(Of("Measuring"), Seconds(19), width));
        Assert.NotNull(line.Next(Of("Stopping"), Seconds(19), width));
        Assert.Equal("", line.Clear(width));
    }

    [Fact]
    public void A_terminal_that_became_narrow_keeps_no_rest_of_the_line()
    {
        var line = new ProgressLine(canRewrite: true);
        line.Next(Of("Measuring"), Seconds(0), Wide);

        Assert.Equal($"\r{new string(' ', 9)}\rStopping (0 s){Environment.NewLine}", line.Next(Of("Stopping"), Seconds(1), width: 10));
    }

    [Fact]
    public void A_narrow_line_has_what_changes_most()
    {
        var line = new ProgressLine(canRewrite: true);
        var window = new LoadProgress("Measuring", Seconds(4))
        {
            Left = Seconds(5.5),
            Succeeded = 48_211,
            Failed = 0,
            Rps = 16_070,
            RpsNow = 16_204,
            P50 = TimeSpan.FromMilliseconds(0.41),
            P99 = TimeSpan.FromMilliseconds(1.93),
        };

        Assert.Equal(
            "\rMeasuring (4 s, about 6 s left): 48,211 succeeded, 0 failed, 16,070 RPS, 16,204 now, p50 0.41 ms, p99 1.93 ms",
            line.Next(window, Seconds(0), Wide));
        Assert.EndsWith(
            "\rMeasuring (6 s left): 0 failed, 16,204 RPS now, p50 0.41 ms, p99 1.93 ms", line.Next(window, Seconds(1), 80), StringComparison.Ordinal);
        Assert.EndsWith("\rMeasuring (6 s left): 0 failed, 16,204 R", line.Next(window, Seconds(2), 41), StringComparison.Ordinal);
    }

    [Fact]
    public void A_ratio_is_shown_with_its_interval() => Assert.Equal(
        "\rMeasuring slices in turn (4 s, about 6 s left): RPS ratio 0.985 (0.970 to 1.001)",
        new ProgressLine(canRewrite: true).Next(Of("Measuring slices in turn") with { Elapsed = Seconds(4), Left = Seconds(6), RpsRatio = new(0.985, 0.97, 1.001) }, Seconds(0), Wide));

    [Theory]
    [InlineData("a\u001b[2Jb", @"a\u001B[2Jb")] // would clear the screen
    [InlineData("a\r\nb\tc", @"a\r\nb\tc")]
    [InlineData("a\u0085\u2028b", @"a\u0085\u2028b")]
    [InlineData("a\u202eb\u200fc\ufeffd", @"abc\uFEFFd")] // would turn the rest around
    public void Characters_that_move_the_cursor_are_made_safe(string step, string shown)
    {
        Assert.Equal($"\r{shown} (0 s)", new ProgressLine(canRewrite: true).Next(Of(step), Seconds(0), Wide));
        Assert.Equal($"{shown} (0 s){Environment.NewLine}", new ProgressLine(canRewrite: false).Next(Of(step), Seconds(0), Wide));
    }

    [Fact]
    public void Half_a_character_is_replaced() => // which no attribute can hold
        Assert.Equal("\ra\ufffdb (0 s)", new ProgressLine(canRewrite: true).Next(Of("a\ud800b"), Seconds(0), Wide));

    [Fact]
    public void No_line_is_longer_than_the_terminal()
    {
        var line = new ProgressLine(canRewrite: true);

        Assert.Equal("\r" + new string('x', 79), line.Next(Of(new string('x', 10_000)), Seconds(0), 80));
        Assert.EndsWith("\r" + string.Concat(Enumerable.Repeat("\u5bbd", 39)), line.Next(Of(new string('\u5bbd', 10_000)), Seconds(1), 80), StringComparison.Ordinal);
        Assert.Equal(ProgressLine.MaxPlain, new ProgressLine(canRewrite: false).Next(Of(new string('x', 10_000)), Seconds(0), 0)!.TrimEnd().Length);
    }

    private static LoadProgress Of(string step) => new(step, TimeSpan.Zero);

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
