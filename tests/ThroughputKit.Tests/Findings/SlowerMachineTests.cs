using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

/// <summary>Attempts that met a slower machine, by the time that the generator itself took per request.</summary>
public class SlowerMachineTests
{
    [Fact]
    public void Names_the_attempt_and_by_how_much_the_machine_was_slower() => Assert.Equal(
        "Hint SlowerMachine: The machine was probably slower in attempt 1: the generator itself took 11.6 us per request there, 26% more than in attempt 2. "
        + "Stop other work on the machine. A gate relative to a reference doesn't depend on the machine's speed.",
        MachineFindings.SlowerMachine([Attempt(11.6, 45_900), Attempt(9.2, 60_200), Attempt(10, 55_000)])?.ToString());

    [Theory]
    [InlineData(11.6, 45_900, true)]
    [InlineData(10.5, 45_900, false)] // as much as attempts differ on a quiet machine
    [InlineData(11.6, 60_300, false)] // the throughput says otherwise
    [InlineData(null, 45_900, false)] // an engine without threads of its own
    public void Requires_both_a_slower_generator_and_less_throughput(double? microseconds, double rps, bool expected) =>
        Assert.Equal(expected, MachineFindings.SlowerMachine([Attempt(9.2, 60_200), Attempt(microseconds, rps)]) is not null);

    [Fact]
    public void One_attempt_alone_is_not_reported() => Assert.Null(MachineFindings.SlowerMachine([Attempt(20, 1)]));

    [Fact]
    public void The_last_attempt_has_the_finding()
    {
        var (first, second, third) = (Attempt(9.2, 60_200), Attempt(11.6, 45_900), Attempt(9.3, 60_000));

        var joined = Attempts.Join(Attempts.Join(first, second), third);

        Assert.Equal([9.2, 11.6, 9.3], joined.Attempts.Select(a => a.Generator.TimePerRequest!.Value.TotalMicroseconds));
        Assert.StartsWith("The machine was probably slower in attempt 2: ", Assert.Single(joined.Findings).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_gate_that_does_not_pass_mentions_it_and_keeps_its_verdict()
    {
        var limit = new LoadGates { MinRps = 50_000 };
        var joined = Attempts.Join(Attempt(11.6, 45_900), Attempt(9.2, 60_200));
        var open = Assert.Single(GateJudge.JudgeEligible(joined, limit).Inconclusive);
        var failed = Assert.Single(GateJudge.JudgeEligible(Attempts.Join(Attempt(11.6, 35_900), Attempt(9.2, 40_200)), limit).Failed);

        Assert.Contains(" This would have passed with a minimum of ", open.Message, StringComparison.Ordinal);
        Assert.EndsWith(". The machine was probably slower in attempt 1: the generator itself took 11.6 us per request there, 26% more than in attempt 2.", open.Message, StringComparison.Ordinal);
        Assert.EndsWith(", 26% more than in attempt 2.", failed.Message, StringComparison.Ordinal);
    }

    private static LoadResult Attempt(double? microseconds, double rps) => MadeUp.Result(new LatencyHistogram()) with
    {
        RequestsPerSecond = rps,
        Succeeded = (long)(rps * 5),
        Generator = new GeneratorFigures { TimePerRequest = microseconds is { } time ? TimeSpan.FromMicroseconds(time) : null },
    };
}
