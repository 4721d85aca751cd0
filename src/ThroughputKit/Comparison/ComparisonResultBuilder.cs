using ThroughputKit.Findings;
using ThroughputKit.Gates;
using ThroughputKit.Slices;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>Computes the result of a comparison. Pure.</summary>
internal static class ComparisonResultBuilder
{
    private const double OutsideOfReported = 0.025;
    private const string MoreTime = "Allow more time (MaxComparisonSeconds on an attribute, MeasureFor in code)";

    public static LoadComparisonResult Build(
        ComparisonPass first, ComparisonPass? again, LoadResult reference, LoadResult candidate, ComparisonGates gates, bool hasSameRequests = false)
    {
        Placement[] placements = [.. first.Placements, .. again?.Placements ?? []];
        var hasFailed = first.HasFailed || again is { HasFailed: true };
        var rps = hasFailed ? null : Ratio(Quantities.Rps, -1);
        if (rps is not null)
        {
            (reference, candidate) = (WithRareRequest(reference), WithRareRequest(candidate));
        }

        Finding?[] ofBoth =
        [
            rps is null ? null : ComparisonFindings.DistantReference(rps.Value),
            hasSameRequests ? ComparisonFindings.ResponsesDiffer(reference, candidate) : null,
            ComparisonFindings.UnequalLoads(reference, candidate, first.Tests.Any(t => !t.Quantity.IsExact)),
            ComparisonFindings.MoreWork(WorkDifference.MoreOf(reference, candidate)),
        ];
        Finding[] findings = [.. reference.Findings.Union(candidate.Findings).Concat(ofBoth.OfType<Finding>()).OrderByDescending(f => f.Severity)];
        return new LoadComparisonResult
        {
            Reference = reference,
            Candidate = candidate,
            RpsRatio = rps,
            P50Ratio = hasFailed ? null : Ratio(Quantities.P50, 1),
            P99Ratio = hasFailed ? null : Ratio(Quantities.P99, 1),
            Gates = hasFailed || first.Placements.Count < Placement.MinCount ? []
                :
                [
                    .. WorkDifference.Judge(gates, reference, candidate), // a cause comes before its consequences
                    .. first.Tests.Select(t => Judge(t, first, again, findings, reference, candidate)),
                ],
            Placements = placements.Length,
            Slices = placements.Sum(p => p.Blocks.Count) * 2,
            GeneratorShare = Share(reference, candidate),
            Elapsed = TimeSpan.Zero, // set at the end
            Findings = findings,
        };

        // Uses the placements that gates on the same quantity are judged by. Placements repeated for a gate on a different quantity
        // would produce two different figures for one quantity.
        RatioFigures? Ratio(Quantity quantity, int sign)
        {
            var wasRepeated = first.Tests.Any(t => t.Quantity.Measures == quantity.Measures && t.Verdict == GateVerdict.Failed);
            var outside = OutsideOfReported * (wasRepeated && again is not null ? again : first).Spent;
            return Ratios.Of(quantity.Estimate(wasRepeated ? placements : first.Placements), sign, outside);
        }
    }

    private static LoadResult WithRareRequest(LoadResult side) => ComparisonFindings.RareRequest(side) is not { } rare ? side
        : side with { Findings = [.. side.Findings.Append(rare).OrderByDescending(f => f.Severity)] };

    private static GateOutcome Judge(
        LimitTest test, ComparisonPass first, ComparisonPass? again, IReadOnlyList<Finding> findings, LoadResult reference, LoadResult candidate)
    {
        var (quantity, decision) = (test.Quantity, test.Verdict);
        var repeated = decision == GateVerdict.Failed ? again?.Tests.Single(t => t.Quantity.Gate == quantity.Gate) : null;
        var reproduced = repeated?.Verdict;
        var verdict = decision == GateVerdict.Failed && reproduced != GateVerdict.Failed ? GateVerdict.Inconclusive : decision;
        Placement[] placements = [.. first.Placements, .. reproduced is null ? [] : again!.Placements];
        var outside = OutsideOfReported * (reproduced is null ? first : again!).Spent;
        if (quantity.Estimate(placements) is not { } estimate || estimate.Within(outside) is not { IsBounded: true } interval)
        {
            return new GateOutcome(quantity.Gate, GateVerdict.Inconclusive, TooLittle(quantity, placements));
        }

        // A measurement may have gone on for other gates. What is shown are the intervals that decided, not one that may contradict them.
        var decisive = decision == GateVerdict.Failed ? new[] { test.Sure, repeated?.Sure }
            : [decision == GateVerdict.Passed && interval.High >= test.Limit ? test.Sure : interval];
        var shown = string.Join(", then ", decisive.OfType<Interval>().Where(i => i.IsBounded).Select(quantity.ShowInterval));
        var (margin, why) = ($", 95% interval {shown}", (decision, reproduced) switch
        {
            (GateVerdict.Passed, _) => "the whole interval is within the limit",
            (_, GateVerdict.Failed) => "the whole interval is beyond the limit, in both measurements",
            (GateVerdict.Failed, null) => $"the whole interval was beyond the limit, but there was no time for a second measurement to confirm it. {MoreTime}",
            (GateVerdict.Failed, _) => $"the whole interval was beyond the limit, but a second measurement did not confirm it. {MoreTime}, or move the limit",
            _ => $"too close to the limit; this comparison resolves differences of {quantity.ShowDifference(interval.HalfWidth)} or more. "
                + $"{MoreTime}, or move the limit",
        });
        if (decision == GateVerdict.Inconclusive && test.Sure is { IsBounded: true } sure)
        {
            // Earlier looks, which end clear cases early, have spent part of the error probability. So the last look uses a wider interval.
            (margin, why) = ("", sure.High < test.Limit
                ? $"within the limit only without the largest and smallest tenth of the measurements; with them, {quantity.Show(estimate.Untrimmed)}"
                : $"too {(sure.HalfWidth > Math.Abs(test.Limit) ? "noisy for this limit" : "close to the limit")}: "
                    + $"the interval is {quantity.ShowInterval(sure)} (wider than 95%, because the limit was checked several times). "
                    + $"{MoreTime}, or move the limit");
        }

        var clear = verdict == GateVerdict.Failed ? interval.Low - test.Limit : test.Limit - interval.High;
        var caution = Doubts.OfComparison(verdict, quantity.IsExact, findings, reference, candidate, clear);
        var figures = quantity.Figures(estimate.Center, test.Limit, margin);
        return new GateOutcome(
            quantity.Gate,
            caution is null ? verdict : GateVerdict.Inconclusive,
            $"{figures.Text}: {why}{(caution is null ? "" : $"; the finding {caution.Name} prevents a verdict")}")
        {
            Figures = figures,
        };
    }

    private static string TooLittle(Quantity quantity, IReadOnlyList<Placement> placements)
    {
        var requests = Quantity.Requests(placements);
        return requests >= quantity.MinRequests
            ? $"too little was measured. {MoreTime}"
            : FormattableString.Invariant($"this figure needs {quantity.MinRequests:N0} successful requests on each side, and there were {requests:N0}. ")
                + $"{MoreTime}, or use more connections{(quantity.IsExact ? "" : ", or gate a lower percentile")}";
    }

    // The generator threads' share of the total processor time.
    private static double? Share(LoadResult reference, LoadResult candidate)
    {
        var (generator, all) = (TimeSpan.Zero, TimeSpan.Zero);
        foreach (var side in new[] { reference, candidate })
        {
            if (side.Generator.CpuTime is not { } own || !side.Memory.IsAvailable)
            {
                return null;
            }

            (generator, all) = (generator + own, all + side.Cpu.Time + (side.IsAppAlone ? own : TimeSpan.Zero));
        }

        return all == TimeSpan.Zero ? null : generator / all;
    }
}
