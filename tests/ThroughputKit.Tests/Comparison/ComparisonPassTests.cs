using System.Globalization;
using System.Text.RegularExpressions;
using ThroughputKit.Comparison;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Slices;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>A pass over as many made-up placements as it requests.</summary>
public class ComparisonPassTests
{
    [Theory]
    [InlineData(0, nameof(GateVerdict.Passed), 8)] // at the first look
    [InlineData(0.04, nameof(GateVerdict.Passed), 8)]
    [InlineData(0.06, nameof(GateVerdict.Failed), 8)]
    [InlineData(0.7, nameof(GateVerdict.Failed), 8)]
    public void A_clear_difference_is_decided(double slowdown, string decision, int placements)
    {
        var pass = Run(_ => slowdown);

        Assert.Equal((decision, placements), (Assert.Single(pass.Tests).Verdict.ToString(), pass.Placements.Count));
    }

    [Fact]
    public void A_difference_that_changes_between_placements_decides_nothing()
    {
        // Slices agree within each placement, but the placements differ.
        var pass = Run(placement => placement % 2 == 0 ? 0.12 : -0.08);

        Assert.Equal(GateVerdict.Inconclusive, Assert.Single(pass.Tests).Verdict);
        Assert.Equal(64, pass.Placements.Count);
    }

    [Fact]
    public void An_undecided_gate_shows_the_deciding_interval_which_contains_the_limit()
    {
        var pass = Run(placement => placement % 2 == 0 ? 0.085 : 0.005);
        var side = MadeUp.Result(new LatencyHistogram());

        var gate = Assert.Single(ComparisonResultBuilder.Build(pass, again: null, side, side, new ComparisonGates()).Gates);

        Assert.Equal(GateVerdict.Inconclusive, gate.Verdict);
        var shown = Regex.Match(gate.Message, @"^RPS slowdown 4\.\d%; limit 5\.0%: too close to the limit: the interval is (-?[\d.]+)% to ([\d.]+)% \(wider than 95%, because the limit was checked several times\)\. Allow more time ");
        Assert.True(shown.Success, gate.Message);
        Assert.InRange(5, double.Parse(shown.Groups[1].Value, CultureInfo.InvariantCulture), double.Parse(shown.Groups[2].Value, CultureInfo.InvariantCulture));
    }

    [Fact]
    public void A_gate_has_its_value_and_limit()
    {
        var side = MadeUp.Result(new LatencyHistogram());

        var gate = Assert.Single(ComparisonResultBuilder.Build(Run(_ => -Math.Log(0.98)), again: null, side, side, new ComparisonGates()).Gates);

        var figures = gate.Figures!;
        Assert.Equal((2.0, 5.0, "%", false, "limit 5.0%"), (figures.Measured, figures.Limit, figures.Unit, figures.IsFloor, figures.Allowed));
        Assert.StartsWith($"{figures.Shown}; limit 5.0%: ", gate.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.04, true)]
    [InlineData(0.19, true)]
    [InlineData(0.21, false)]
    [InlineData(4.9, false)]
    [InlineData(5.1, true)]
    public void Sides_whose_work_is_of_very_different_size_are_questioned(double ratio, bool expected)
    {
        var side = MadeUp.Result(new LatencyHistogram());

        var result = ComparisonResultBuilder.Build(Run(_ => -Math.Log(ratio)), again: null, side, side, new ComparisonGates());

        Assert.Equal(expected, result.Findings.Any(f => f is { Name: "DistantReference", Severity: FindingSeverity.Warning }));
        var line = string.Create(CultureInfo.InvariantCulture, $"Warning DistantReference: The RPS ratio is {ratio:0.000}: ");
        Assert.Equal(expected, result.ToString().Contains(line, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(9_900, 100, nameof(GateVerdict.Passed))]
    [InlineData(9_999, 1, nameof(GateVerdict.Inconclusive))]
    public void A_request_of_a_mix_that_was_in_too_few_slices_lets_no_gate_pass(long light, long heavy, string verdict)
    {
        var side = MadeUp.Result(new LatencyHistogram()) with
        {
            Sent = light + heavy,
            Endpoints = [EndpointFigures.Unseen("light") with { Sent = light }, EndpointFigures.Unseen("heavy") with { Sent = heavy }],
            Settings = new RunSettings([LoadRequest.Get("/light").WithWeight(99), LoadRequest.Get("/heavy")], Rate: null, AppPlace.TestProcess, WarmsUp: true),
        };

        var result = ComparisonResultBuilder.Build(Run(_ => 0), again: null, side, MadeUp.Result(new LatencyHistogram()), new ComparisonGates());

        Assert.Equal(verdict, $"{result.Verdict}");
        Assert.Equal(verdict == nameof(GateVerdict.Inconclusive), result.Reference.Findings.Any(f => f.Name == FindingNames.RareRequest));
        Assert.Equal(result.Reference.Findings, result.Findings);
    }

    [Theory]
    [InlineData(64, 16, "64 connections x 16 streams (1,024 in flight), HTTP/2")]
    [InlineData(8, null, "8 connections")]
    public void Sides_with_different_numbers_of_requests_in_flight_get_no_verdict_on_their_speed(int connections, int? streams, string load)
    {
        var reference = Loaded(connections, streams);

        var result = ComparisonResultBuilder.Build(Run(_ => 0), again: null, reference, Loaded(4, 16), new ComparisonGates());

        var gate = Assert.Single(result.Gates);
        Assert.Equal(GateVerdict.Inconclusive, gate.Verdict);
        Assert.EndsWith(": the whole interval is within the limit; the finding OtherConditions prevents a verdict", gate.Message, StringComparison.Ordinal);
        Assert.Contains(
            $"Warning OtherConditions: The sides have different numbers of requests in flight: {load}, for the reference; 4 connections x 16 streams (64 in flight), HTTP/2, "
                + "for the candidate. By that alone, their RPS and latencies differ. Does only one side set o.Connections or o.StreamsPerConnection? ",
            $"{result}",
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(nameof(ComparisonGates.MaxP50IncreasePercent), true)]
    [InlineData(nameof(ComparisonGates.MinRpsRatio), true)]
    [InlineData(nameof(ComparisonGates.MaxExtraAllocatedBytesPerRequest), false)]
    public void Different_loads_are_a_mistake_only_if_a_gate_is_on_their_speed(string gate, bool expected)
    {
        var gates = new ComparisonGates();
        typeof(ComparisonGates).GetProperty(gate)!.SetValue(gates, 1.0);

        var result = ComparisonResultBuilder.Build(new ComparisonPass(LimitTest.Of(gates)), again: null, Loaded(64, null), Loaded(4, null), gates);

        Assert.Equal(expected, Assert.Single(result.Findings, f => f.Name == FindingNames.OtherConditions).IsSetUpMistake);
    }

    [Fact]
    public void Sides_with_as_many_requests_in_flight_are_judged_whatever_their_connections()
    {
        var result = ComparisonResultBuilder.Build(Run(_ => 0), again: null, Loaded(64, null), Loaded(4, 16), new ComparisonGates());

        Assert.Equal(GateVerdict.Passed, Assert.Single(result.Gates).Verdict);
        Assert.Empty(result.Findings);
    }

    [Fact]
    public void A_pass_that_ends_early_has_spent_the_shares_of_its_looks_so_far()
    {
        Assert.Equal(LimitTest.Looks[0].Share, Run(_ => 0).Spent);
        Assert.Equal(1, Run(placement => placement % 2 == 0 ? 0.12 : -0.08).Spent);
    }

    [Fact]
    public void A_failed_request_ends_it()
    {
        var pass = Begin();

        pass.Add(Made.Placement(0) with { HasFailed = true }, progress: 0.01);

        Assert.Equal((true, true, 0), (pass.HasFailed, pass.IsOver, pass.Placements.Count));
    }

    [Fact]
    public void Placements_without_a_block_are_not_evidence()
    {
        var pass = Begin();
        for (var i = 1; i <= 10; i++)
        {
            pass.Add(Made.Placement(), i / 10.0);
        }

        Assert.Equal((GateVerdict.Inconclusive, true), (Assert.Single(pass.Tests).Verdict, pass.IsOver));
    }

    [Fact]
    public void Without_gates_it_measures_to_the_end()
    {
        var pass = new ComparisonPass([]);
        pass.Add(Made.Placement(0), 0.99);
        Assert.False(pass.IsOver);

        pass.Add(Made.Placement(0), 1);
        Assert.True(pass.IsOver);
    }

    private static LoadResult Loaded(int connections, int? streams) => MadeUp.Result(new LatencyHistogram()) with
    {
        Connections = connections,
        StreamsPerConnection = streams,
        Protocol = streams is null ? null : LoadProtocol.Http2,
    };

    private static ComparisonPass Begin() => new(LimitTest.Of(new ComparisonGates { MaxSlowdownPercent = 5 }));

    // The function gives how much slower a placement is by its number.
    private static ComparisonPass Run(Func<int, double> slowdown)
    {
        var pass = Begin();
        for (var i = 0; !pass.IsOver; i++)
        {
            var noise = i % 2 == 0 ? 0.001 : -0.001;
            pass.Add(Made.Placement(slowdown(i) + noise, slowdown(i) - noise + (noise / 10)), (i + 1) / 64.0);
        }

        return pass;
    }
}
