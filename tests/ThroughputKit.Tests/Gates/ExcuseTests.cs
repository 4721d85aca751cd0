using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>Findings excuse a miss only if they could explain its size.</summary>
public class ExcuseTests
{
    [Theory]
    [InlineData(100, GateVerdict.Failed)] // 405% over
    [InlineData(250, GateVerdict.Failed)]
    [InlineData(260, GateVerdict.Inconclusive)]
    public void Compilation_explains_twice_the_latency(double limit, GateVerdict expected)
    {
        var attempt = Unsteady(OfLatency(505));

        var verdict = GateJudge.JudgeEligible(attempt with { EarlierAttempts = [attempt, attempt] }, new() { MaxP99LatencyMs = limit });

        Assert.Equal(expected, Of(verdict, nameof(LoadGates.MaxP99LatencyMs)));
    }

    [Theory]
    [InlineData(41_000, GateVerdict.Failed)]
    [InlineData(39_000, GateVerdict.Inconclusive)]
    public void Compilation_explains_half_of_the_throughput(double limit, GateVerdict expected)
    {
        var result = Unsteady(MadeUp.Result(new LatencyHistogram())); // 20,000 RPS

        Assert.Equal(expected, Of(GateJudge.JudgeEligible(result, new() { MinRps = limit }), nameof(LoadGates.MinRps)));
    }

    [Theory]
    [InlineData(440, GateVerdict.Failed, false)]
    [InlineData(450, GateVerdict.Inconclusive, true)]
    public void Compilation_explains_twice_the_allocated_bytes(double limit, GateVerdict expected, bool mayChange)
    {
        var result = MadeUp.Result(new LatencyHistogram());
        result = result with { Memory = result.Memory with { Allocation = new AllocationFigures { BytesPerRequest = 1_000, Windows = [1_000, 1_000], MethodsStillCompiled = 8 } } };
        result = result with { Findings = [AllocationFindings.StillCompiling(MadeUp.Facts(result))!] };

        var verdict = GateJudge.JudgeEligible(result, new() { MaxAllocatedBytesPerRequest = limit });

        Assert.Equal(expected, Of(verdict, nameof(LoadGates.MaxAllocatedBytesPerRequest)));
        Assert.Equal(mayChange, verdict.MayChange);
    }

    [Fact]
    public void Nothing_explains_a_slow_start()
    {
        var result = Unsteady(MadeUp.Result(new LatencyHistogram()));
        var slow = result with { Startup = result.Startup with { HostStart = TimeSpan.FromSeconds(5) }, WarmUp = result.WarmUp with { Duration = TimeSpan.FromSeconds(0.5) } };

        Assert.Equal(GateVerdict.Failed, Of(GateJudge.JudgeEligible(slow, new() { MaxStartMs = 3_000 }), nameof(LoadGates.MaxStartMs)));
    }

    [Fact]
    public void The_attempt_nearest_to_the_limit_counts()
    {
        var nearest = Unsteady(OfLatency(150));

        var verdict = GateJudge.JudgeEligible(Unsteady(OfLatency(505)) with { EarlierAttempts = [nearest, nearest] }, new() { MaxP99LatencyMs = 100 });

        Assert.Equal(GateVerdict.Inconclusive, Of(verdict, nameof(LoadGates.MaxP99LatencyMs)));
    }

    [Fact]
    public void No_app_could_have_shown_more_than_a_generator_that_was_the_bottleneck()
    {
        var result = MadeUp.Result(new LatencyHistogram()) with { Generator = new GeneratorFigures { BusyShare = 1 } };
        result = result with { Findings = [GeneratorFindings.GeneratorBound(MadeUp.Facts(result))!] };

        Assert.Equal(GateVerdict.Inconclusive, Of(GateJudge.JudgeEligible(result, new() { MinRps = 2_000_000 }), nameof(LoadGates.MinRps)));
    }

    [Theory]
    [InlineData(nameof(LoadGates.MinRps), 100, 50)]
    [InlineData(nameof(LoadGates.MaxP99LatencyMs), 100, 200)]
    [InlineData(nameof(LoadGates.MaxAllocatedBytesPerRequest), 1_000, 2_100)]
    [InlineData(nameof(LoadGates.MaxAllocatedBytesPerRequest), 0, 100)]
    [InlineData(nameof(LoadGates.MaxUnsentPercent), 0, 50)]
    [InlineData(nameof(LoadGates.MaxUnsentPercent), 20, 60)]
    public void A_limit_is_eased_by_a_factor(string gate, double limit, double eased) => Assert.Equal(eased, Figures.Of(gate).Eased(limit, 2), precision: 9);

    [Theory]
    [InlineData(0.5, 0, GateVerdict.Inconclusive)] // seconds of warm-up
    [InlineData(15, 0, GateVerdict.Failed)]
    [InlineData(15, 5_000, GateVerdict.Inconclusive)] // requests that waited for a connection
    [InlineData(15, 5_000, GateVerdict.Failed, 250_000)] // twice as fast, it would not keep the rate either
    public void An_app_that_was_never_warm_or_falls_behind_its_rate_is_excused_whatever_the_miss(double warmUp, long waited, GateVerdict expected, long planned = 25_000)
    {
        var result = OfLatency(505) with { WarmUp = new WarmUpFigures { Duration = TimeSpan.FromSeconds(warmUp), IsSteady = false, Reason = "a reason" } };
        result = waited == 0 ? result : result with
        {
            Pacing = new PacingFigures { Planned = planned, Unsent = 0, Late = waited, LateForConnection = waited, Lateness = new LatencyFigures(new LatencyHistogram()) },
        };
        result = result with { Findings = [AppFindings.NotSteady(MadeUp.Facts(result))!] };

        Assert.Equal(expected, Of(GateJudge.JudgeEligible(result with { EarlierAttempts = [result, result] }, new() { MaxP99LatencyMs = 100 }), nameof(LoadGates.MaxP99LatencyMs)));
    }

    private static LoadResult Unsteady(LoadResult result)
    {
        result = result with { WarmUp = new WarmUpFigures { Duration = TimeSpan.FromSeconds(15), IsSteady = false, Reason = "8 methods were compiled in the last 0.25 s" } };
        return result with { Findings = [AppFindings.NotSteady(MadeUp.Facts(result))!] };
    }

    private static LoadResult OfLatency(double milliseconds)
    {
        var latency = new LatencyHistogram();
        for (var i = 0; i < LatencyFigures.MinForP99; i++)
        {
            latency.Record((long)(milliseconds * 1e6));
        }

        return MadeUp.Result(latency);
    }

    private static GateVerdict Of(Verdict verdict, string gate) => verdict.Failed.Concat(verdict.Inconclusive).Concat(verdict.Passed).Single(g => g.Gate == gate).Verdict;
}
