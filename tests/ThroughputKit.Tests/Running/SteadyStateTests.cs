using ThroughputKit.Running;

namespace ThroughputKit.Tests.Running;

public class SteadyStateTests
{
    [Fact]
    public void Is_not_steady_before_it_was_watched_for_ten_slices() =>
        Assert.Equal((false, "the warm-up was too short to tell"), Of(Enumerable.Repeat(1000L, 9)));

    [Fact]
    public void Is_steady_with_neither_trend_nor_compilation() =>
        Assert.Equal(
            (true, "throughput had no trend and no code was being compiled"), Of(Enumerable.Repeat(1000L, 10)));

    [Fact]
    public void Is_steady_with_noise_about_a_level() =>
        Assert.True(Of([900, 1100, 950, 1050, 1000, 1080, 930, 1010, 990, 1040]).IsSteady);

    [Fact]
    public void Is_not_steady_while_throughput_rises() =>
        Assert.Equal(
            (false, "throughput changed by +42% within the last 0.5 s"),
            Of(Enumerable.Range(0, 10).Select(i => 1000L + (100 * i))));

    [Fact]
    public void Is_not_steady_while_throughput_falls() =>
        Assert.StartsWith("throughput changed by -", Of(Enumerable.Range(0, 10).Select(i => 1900L - (100 * i))).Reason, StringComparison.Ordinal);

    [Fact]
    public void Is_not_steady_while_code_is_compiled() =>
        Assert.Equal((false, "40 methods were compiled in the last 0.25 s"), Of(Enumerable.Repeat(1000L, 10), methods: 8));

    [Fact]
    public void Is_not_steady_while_compilation_is_unknown() => Assert.Equal(
        (false, "the app's process did not report in time how many methods it had compiled"), Of(Enumerable.Repeat(1000L, 10), methods: null));

    [Fact]
    public void Ignores_a_stray_compilation() => Assert.True(Of(Enumerable.Repeat(1000L, 10), methods: 1).IsSteady);

    [Fact]
    public void Is_not_steady_without_a_response() =>
        Assert.Equal((false, "no response completed"), Of(Enumerable.Repeat(0L, 10)));

    [Fact]
    public void Is_not_steady_while_methods_wait_for_the_compiler() =>
        Assert.Equal((false, "6 methods were still to be optimized"), Of(Enumerable.Repeat(1000L, 10), owed: 6));

    [Fact]
    public void Noise_that_hides_a_trend_is_watched_for_longer()
    {
        long[] noisy = [100, 140, 90, 150, 110, 130, 170, 110, 190, 140]; // a quarter more in the second half

        Assert.Equal((false, "throughput varied too much to tell"), Of(noisy));
        Assert.True(Of([.. noisy, .. noisy, .. noisy, .. noisy]).IsSteady);
    }

    [Fact]
    public void Forgets_what_is_older_than_ten_slices() =>
        Assert.True(Of([.. Enumerable.Repeat(10L, 10), .. Enumerable.Repeat(1000L, 10)]).IsSteady);

    [Fact]
    public void A_few_responses_a_slice_are_too_few_for_a_trend() => Assert.True(Of([1, 0, 1, 1, 0, 1, 1, 1, 0, 1]).IsSteady);

    private static (bool IsSteady, string Reason) Of(IEnumerable<long> slices, long? methods = 0, long owed = 0)
    {
        var steady = new SteadyState(CompilationRounds.MinTolerated);
        foreach (var completed in slices)
        {
            steady.Add(completed, methods, owed);
        }

        return (steady.IsSteady, steady.Reason);
    }
}
