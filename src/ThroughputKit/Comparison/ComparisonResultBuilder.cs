using ThroughputKit.Gates;
using ThroughputKit.Statistics;

namespace ThroughputKit.Comparison;

/// <summary>Works out what a comparison says. Pure.</summary>
internal static class ComparisonResultBuilder
{
    private const double OutsideOfReported = 0.025;
    private const int FewestPairs = 4; // two values: fewer have no spread

    public static LoadComparisonResult Build(IReadOnlyList<Question> questions, Stage first, Stage? again, LoadResult reference, LoadResult candidate)
    {
        SlicePair[] pairs = [.. first.Pairs, .. again?.Pairs ?? []];
        var hasFailed = first.HasFailed || again is { HasFailed: true };
        Finding[] findings = [.. reference.Findings.Union(candidate.Findings).OrderByDescending(f => f.Severity)];
        return new LoadComparisonResult
        {
            Reference = reference,
            Candidate = candidate,
            RpsRatio = hasFailed || pairs.Length < FewestPairs ? null : Ratio(OfRps(questions, first, again)),
            Gates = hasFailed || first.Pairs.Count < FewestPairs ? [] : [.. questions.Select(q => Judge(q, first, again, findings))],
            Slices = pairs.Length,
            GeneratorShare = Share(reference, candidate),
            Elapsed = TimeSpan.Zero, // known at the end
            Findings = findings,
        };
    }

    private static ComparedGate Judge(Question question, Stage first, Stage? again, IReadOnlyList<Finding> findings)
    {
        var decision = first[question];
        var reproduced = decision == Decision.Beyond && again is not null ? again[question] : (Decision?)null;
        var verdict = decision == Decision.Within ? ComparisonVerdict.Passed
            : reproduced == Decision.Beyond ? ComparisonVerdict.Failed
            : ComparisonVerdict.Inconclusive;
        SlicePair[] pairs = [.. first.Pairs, .. reproduced is null ? [] : again!.Pairs];
        var values = Values(pairs, question.Quantity);
        if (values.Length < FewestPairs / 2)
        {
            return new ComparedGate(question.Quantity.Gate, ComparisonVerdict.Inconclusive, "too few slices tell it: allow more time");
        }

        var mean = TrimmedMean.Of(values, LimitRule.Trimmed);
        var interval = mean.Within(OutsideOfReported);
        var show = question.Quantity.Show;
        var why = (decision, reproduced) switch
        {
            (Decision.Within, _) => "all of it is within the limit",
            (_, Decision.Beyond) => "all of it is beyond the limit, and was again over new connections",
            (Decision.Beyond, null) => "all of it was beyond the limit, and could not be measured again",
            (Decision.Beyond, _) => "all of it was beyond the limit, but not again over new connections",
            _ => $"this run could not tell it from the limit; it can tell {question.Quantity.ShowMargin(interval.HalfWidth)}",
        };
        var caution = Caution.Against(question.Quantity, verdict, findings);
        return new ComparedGate(
            question.Quantity.Gate,
            caution is null ? verdict : ComparisonVerdict.Inconclusive,
            $"{show(mean.Center)} {question.Quantity.Unit}, in 95 of 100 cases {question.Quantity.ShowInterval(interval)}; limit {show(question.Limit)}: {why}{(caution is null ? "" : $"; but see {caution.Name}")}");
    }

    // Those that gates on RPS are judged by: what another gate was measured again for would make two figures of one.
    private static SlicePair[] OfRps(IReadOnlyList<Question> questions, Stage first, Stage? again) =>
        questions.Any(q => q.Quantity.IsRps && first[q] == Decision.Beyond) ? [.. first.Pairs, .. again?.Pairs ?? []] : [.. first.Pairs];

    private static RatioFigures Ratio(IReadOnlyList<SlicePair> pairs)
    {
        var mean = TrimmedMean.Of(Values(pairs, Quantities.Rps), LimitRule.Trimmed);
        var interval = mean.Within(OutsideOfReported);
        return new RatioFigures(Math.Exp(-mean.Center), Math.Exp(-interval.High), Math.Exp(-interval.Low));
    }

    // Two pairs in a row have opposite orders: in their mean, what drifts cancels out.
    private static double[] Values(IReadOnlyList<SlicePair> pairs, Quantity quantity) =>
        [.. pairs.Chunk(2).Where(two => two.Length == 2).Select(two => (quantity.Value(two[0]) + quantity.Value(two[1])) / 2).OfType<double>()];

    // What the generator's threads take of the processor time of all.
    private static double? Share(LoadResult reference, LoadResult candidate)
    {
        var (generator, all) = (TimeSpan.Zero, TimeSpan.Zero);
        foreach (var side in new[] { reference, candidate })
        {
            if (side.Generator.ProcessorTime is not { } own || !side.Memory.IsAvailable)
            {
                return null;
            }

            (generator, all) = (generator + own, all + side.Cpu.ProcessTime + (side.IsAppAlone ? own : TimeSpan.Zero));
        }

        return all == TimeSpan.Zero ? null : generator / all;
    }
}
