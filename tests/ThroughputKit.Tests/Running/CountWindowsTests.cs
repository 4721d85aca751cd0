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

        Assert.True(windows.IsOver);
        Assert.Equal(21, windows.PerRequest(CountKind.DatabaseCommands));
        Assert.Equal(0, windows.PerRequest(CountKind.Exceptions));
    }

    [Fact]
    public void What_a_timer_adds_to_some_windows_does_not_count()
    {
        var windows = Take(200, 203, 200);

        Assert.False(windows.IsOver, "windows that differ need more of them");
        Assert.Equal(1, windows.PerRequest(CountKind.DatabaseCommands));
        Assert.True(Take(200, 203, 200, 200).IsOver);
        Assert.False(Take(200, 197, 200, 200).IsOver, "other work only adds");
    }

    [Fact]
    public void Without_a_majority_there_is_no_count()
    {
        var windows = Take(20, 22, 19, 25, 20, 18, 21, 23, 17, 24);

        Assert.True(windows.IsOver);
        Assert.Null(windows.PerRequest(CountKind.DatabaseCommands));
        Assert.StartsWith("It differs from window to window (0.085 to 0.125 per request in 10 short windows)", windows.WhyUnknown(CountKind.DatabaseCommands), StringComparison.Ordinal);
    }

    [Fact]
    public void A_cache_that_fills_is_told_from_chance()
    {
        var windows = Take(90, 70, 60, 51, 44, 38, 33, 29, 26, 24);

        Assert.Null(windows.PerRequest(CountKind.DatabaseCommands));
        Assert.Matches("^It changes over time .0.12 to 0.45 per request in 10 short windows., .*o.WarmUp.$", windows.WhyUnknown(CountKind.DatabaseCommands));
    }

    [Fact]
    public void A_cache_that_has_filled_no_longer_counts() =>
        Assert.Equal(0, Take(90, 3, 0, 0, 0, 0, 0, 0, 0, 0).PerRequest(CountKind.DatabaseCommands));

    [Fact]
    public void The_background_is_subtracted()
    {
        var windows = new CountWindows(Of(100), Of(100), isOfOne: true, failedShare: 0);
        foreach (var count in new[] { 205, 204, 206 })
        {
            windows.Add([count, 0, 0, 0, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        Assert.True(windows.IsOver);
        Assert.Equal(1, windows.PerRequest(CountKind.DatabaseCommands));
    }

    [Fact]
    public void What_a_timer_adds_to_each_window_does_not_count_if_it_was_seen_in_an_idle_stretch()
    {
        var windows = new CountWindows(Of(0), Of(20), isOfOne: true, failedShare: 0);
        foreach (var count in new[] { 201, 201, 201 })
        {
            windows.Add([count, 0, 0, 0, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        Assert.Equal((1, 1.005), (windows.PerRequest(CountKind.DatabaseCommands), windows.OfAll(CountKind.DatabaseCommands)));
    }

    [Fact]
    public void One_more_in_each_window_is_no_count_of_requests_that_are_alike()
    {
        var windows = Take(201, 201, 201);

        Assert.Null(windows.PerRequest(CountKind.DatabaseCommands));
        Assert.StartsWith("Of 200 requests, one or two do more than the others (1.005 per request)", windows.WhyUnknown(CountKind.DatabaseCommands), StringComparison.Ordinal);
        Assert.Equal(1.005, TakeMixed(201, 201, 201).PerRequest(CountKind.DatabaseCommands));
    }

    [Fact]
    public void What_is_done_much_but_not_in_most_windows_has_no_count() =>
        Assert.Null(Take(0, 0, 0, 0, 200, 0, 200, 200, 0, 0).PerRequest(CountKind.DatabaseCommands));

    [Fact]
    public void What_goes_on_after_the_run_may_be_of_its_requests()
    {
        var windows = new CountWindows(Of(100), Of(100), isOfOne: true, failedShare: 0) { MayBeLeft = true };
        foreach (var count in new[] { 5, 5, 5 })
        {
            windows.Add([count, 0, 0, 0, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        Assert.Null(windows.PerRequest(CountKind.DatabaseCommands));
        Assert.Equal(0, windows.PerRequest(CountKind.Exceptions));
        Assert.StartsWith("After the run, the app goes on to do as much 100 times a second", windows.WhyUnknown(CountKind.DatabaseCommands), StringComparison.Ordinal);
    }

    [Fact]
    public void Few_requests_can_not_be_told_from_much_background()
    {
        var windows = new CountWindows(Of(100), Of(100), isOfOne: true, failedShare: 0);
        foreach (var count in new[] { 55, 52, 58 })
        {
            windows.Add([count, 0, 0, 0, 0, 0], completed: 10, sent: 10, failed: 0, TimeSpan.FromMilliseconds(500));
        }

        Assert.Null(windows.PerRequest(CountKind.DatabaseCommands));
        Assert.StartsWith("Without any request, the app does as much 100 times a second", windows.WhyUnknown(CountKind.DatabaseCommands), StringComparison.Ordinal);
    }

    [Fact]
    public void Windows_with_more_failures_than_usual_do_not_count()
    {
        var windows = new CountWindows(Of(0), Of(0), isOfOne: true, failedShare: 0.01);
        for (var i = 0; i < CountWindows.MaxWindows; i++)
        {
            windows.Add([200, 0, 0, 0, 0, 0], Requests, Requests, failed: 5, TimeSpan.FromMilliseconds(50));
        }

        Assert.True(windows.IsOver);
        Assert.Null(windows.PerRequest(CountKind.DatabaseCommands));
        Assert.StartsWith("A larger share of the requests failed", windows.WhyUnknown(CountKind.DatabaseCommands), StringComparison.Ordinal);
    }

    [Fact]
    public void Windows_without_a_response_say_nothing()
    {
        var windows = new CountWindows(Of(0), Of(0), isOfOne: true, failedShare: 0);
        windows.Add([5, 0, 0, 0, 0, 0], completed: 0, sent: 1, failed: 0, TimeSpan.FromMilliseconds(50));
        windows.Add([5, 0, 0, 0, 0, 0], completed: 5, sent: 5, failed: 0, TimeSpan.FromMilliseconds(50));

        Assert.Null(windows.PerRequest(CountKind.DatabaseCommands));
        Assert.StartsWith("Too few requests", windows.WhyUnknown(CountKind.DatabaseCommands), StringComparison.Ordinal);
    }

    [Fact]
    public void What_depends_on_the_machine_is_a_mean()
    {
        var windows = new CountWindows(Of(0), Of(0), isOfOne: true, failedShare: 0);
        foreach (var contended in new[] { 10, 0, 20 })
        {
            windows.Add([0, 0, 0, contended, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        Assert.True(windows.IsOver, "only exact counts must be alike");
        Assert.Equal(0.05, windows.PerRequest(CountKind.LockContentions));
    }

    private static CountWindows Take(params long[] commands) => Take(isOfOne: true, commands);

    private static CountWindows TakeMixed(params long[] commands) => Take(isOfOne: false, commands);

    private static CountWindows Take(bool isOfOne, long[] commands)
    {
        var windows = new CountWindows(Of(0), Of(0), isOfOne, failedShare: 0);
        foreach (var count in commands)
        {
            windows.Add([count, 0, 0, 0, 0, 0], Requests, Requests, 0, TimeSpan.FromMilliseconds(50));
        }

        return windows;
    }

    private static double[] Of(double commandsPerSecond) => [commandsPerSecond, 0, 0, 0, 0, 0];
}
