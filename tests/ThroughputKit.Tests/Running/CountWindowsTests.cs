using ThroughputKit.Counting;
using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class CountWindowsTests
{
    private const int Requests = 200;

    [Fact]
    public void Three_windows_that_are_alike_are_enough()
    {
        var windows = Take(4_200, 4_200, 4_200);

        windows.IsOver.Should().BeTrue();
        windows.PerRequest(CountKind.DatabaseCommands).Should().Be(21);
        windows.PerRequest(CountKind.Exceptions).Should().Be(0);
    }

    [Fact]
    public void What_a_timer_adds_to_some_windows_does_not_count()
    {
        var windows = Take(200, 203, 200);

        windows.IsOver.Should().BeFalse("windows that differ need more of them");
        windows.PerRequest(CountKind.DatabaseCommands).Should().Be(1);
    }

    [Fact]
    public void Without_a_majority_there_is_no_count()
    {
        var windows = Take(20, 22, 19, 25, 20, 18, 21, 23, 17, 24);

        windows.IsOver.Should().BeTrue();
        windows.PerRequest(CountKind.DatabaseCommands).Should().BeNull();
        windows.WhyUnknown(CountKind.DatabaseCommands).Should().StartWith("It differs from window to window (0.085 to 0.125 per request in 10 short windows)");
    }

    [Fact]
    public void A_cache_that_fills_is_told_from_chance()
    {
        var windows = Take(90, 70, 60, 51, 44, 38, 33, 29, 26, 24);

        windows.PerRequest(CountKind.DatabaseCommands).Should().BeNull();
        windows.WhyUnknown(CountKind.DatabaseCommands).Should().StartWith("It changes over time (0.12 to 0.45 per request").And.Contain("o.WarmUp");
    }

    [Fact]
    public void A_cache_that_has_filled_no_longer_counts() =>
        Take(90, 3, 0, 0, 0, 0, 0, 0, 0, 0).PerRequest(CountKind.DatabaseCommands).Should().Be(0);

    [Fact]
    public void The_background_is_subtracted()
    {
        var windows = new CountWindows(Of(100), failedShare: 0);
        foreach (var count in new[] { 205, 204, 206 })
        {
            windows.Add([count, 0, 0, 0, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        windows.IsOver.Should().BeTrue();
        windows.PerRequest(CountKind.DatabaseCommands).Should().Be(1);
    }

    [Fact]
    public void Windows_with_more_failures_than_usual_do_not_count()
    {
        var windows = new CountWindows(Of(0), failedShare: 0.01);
        for (var i = 0; i < CountWindows.MaxWindows; i++)
        {
            windows.Add([200, 0, 0, 0, 0, 0], Requests, Requests, failed: 5, TimeSpan.FromMilliseconds(50));
        }

        windows.IsOver.Should().BeTrue();
        windows.PerRequest(CountKind.DatabaseCommands).Should().BeNull();
        windows.WhyUnknown(CountKind.DatabaseCommands).Should().StartWith("A larger share of the requests failed");
    }

    [Fact]
    public void Windows_without_a_response_say_nothing()
    {
        var windows = new CountWindows(Of(0), failedShare: 0);
        windows.Add([5, 0, 0, 0, 0, 0], completed: 0, sent: 1, failed: 0, TimeSpan.FromMilliseconds(50));
        windows.Add([5, 0, 0, 0, 0, 0], completed: 5, sent: 5, failed: 0, TimeSpan.FromMilliseconds(50));

        windows.PerRequest(CountKind.DatabaseCommands).Should().BeNull("one window confirms nothing");
        windows.WhyUnknown(CountKind.DatabaseCommands).Should().StartWith("Too few requests");
    }

    [Fact]
    public void What_depends_on_the_machine_is_a_mean()
    {
        var windows = new CountWindows(Of(0), failedShare: 0);
        foreach (var contended in new[] { 10, 0, 20 })
        {
            windows.Add([0, 0, 0, contended, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        windows.IsOver.Should().BeTrue("only exact counts must be alike");
        windows.PerRequest(CountKind.LockContentions).Should().Be(0.05);
    }

    private static CountWindows Take(params long[] commands)
    {
        var windows = new CountWindows(Of(0), failedShare: 0);
        foreach (var count in commands)
        {
            windows.Add([count, 0, 0, 0, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        return windows;
    }

    private static double[] Of(double commandsPerSecond) => [commandsPerSecond, 0, 0, 0, 0, 0];
}
