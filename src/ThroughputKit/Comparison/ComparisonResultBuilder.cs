using ThroughputKit.Gates;

namespace ThroughputKit.Comparison;

/// <summary>Works out what a comparison says. Pure.</summary>
internal static class ComparisonResultBuilder
{
    private const double OutsideOfReported = 0.025;

    public static LoadComparisonResult Build(IReadOnlyList<Question> questions, ComparisonPass first, ComparisonPass? again, LoadResult reference, LoadResult candidate)
    {
        Placement[] placements = [.. first.Placements, .. again?.Placements ?? []];
        var hasFailed = first.HasFailed || again is { HasFailed: true };
        Finding[] findings = [.. reference.Findings.Union(candidate.Findings).OrderByDescending(f => f.Severity)];
        return new LoadComparisonResult
        {
            Reference = reference,
            Candidate = candidate,
            RpsRatio = hasFailed ? null : Ratio(Quantities.Rps, -1),
            P50Ratio = hasFailed ? null : Ratio(Quantities.P50, 1),
            P99Ratio = hasFailed ? null : Ratio(Quantities.P99, 1),
            Gates = hasFailed || first.Placements.Count < Quantities.FewestPlacements ? [] : [.. questions.Select(q => Judge(q, first, again, findings))],
            Placements = placements.Length,
            Slices = placements.Sum(p => p.Blocks.Count) * 2,
            GeneratorShare = Share(reference, candidate),
            Elapsed = TimeSpan.Zero, // known at the end
            Findings = findings,
        };

        // Of what gates on the same quantity are judged by: what another gate was measured again for would make two figures of one.
        RatioFigures? Ratio(Quantity quantity, int sign)
        {
            var wasRepeated = questions.Any(q => q.Quantity.Measures == quantity.Measures && first[q] == Decision.Beyond);
            var outside = OutsideOfReported * (wasRepeated && again is not null ? again : first).Spent;
            return quantity.Estimate(wasRepeated ? placements : first.Placements) is not { } estimate || estimate.Within(outside) is not { IsBounded: true } interval ? null
                : sign > 0 ? new RatioFigures(Math.Exp(estimate.Center), Math.Exp(interval.Low), Math.Exp(interval.High))
                : new RatioFigures(Math.Exp(-estimate.Center), Math.Exp(-interval.High), Math.Exp(-interval.Low));
        }
    }

    private static ComparedGate Judge(Question question, ComparisonPass first, ComparisonPass? again, IReadOnlyList<Finding> findings)
    {
        var decision = first[question];
        var reproduced = decision == Decision.Beyond && again is not null ? again[question] : (Decision?)null;
        var verdict = decision == Decision.Within ? ComparisonVerdict.Passed
            : reproduced == Decision.Beyond ? ComparisonVerdict.Failed
            : ComparisonVerdict.Inconclusive;
        Placement[] placements = [.. first.Placements, .. reproduced is null ? [] : again!.Placements];
        var outside = OutsideOfReported * (reproduced is null ? first : again!).Spent;
        if (question.Quantity.Estimate(placements) is not { } estimate || estimate.Within(outside) is not { IsBounded: true } interval)
        {
            return new ComparedGate(question.Quantity.Gate, ComparisonVerdict.Inconclusive, TooLittle(question.Quantity, placements));
        }

        var show = question.Quantity.Show;
        var (margin, why) = ($", in 95 of 100 cases {question.Quantity.ShowInterval(interval)}", (decision, reproduced) switch
        {
            (Decision.Within, _) => "all of it is within the limit",
            (_, Decision.Beyond) => "all of it is beyond the limit, and was again over new connections",
            (Decision.Beyond, null) => "all of it was beyond the limit, and could not be measured again",
            (Decision.Beyond, _) => "all of it was beyond the limit, but not again over new connections",
            _ => $"this run could not tell it from the limit; it can tell {question.Quantity.ShowMargin(interval.HalfWidth)}",
        });
        if (decision == Decision.Open && first.Sure(question) is { IsBounded: true } sure)
        {
            // Looks that end early what is clear have spent a part of the chance of being wrong, so that the last one goes by a wider interval.
            (margin, why) = ("", sure.High < question.Limit
                ? $"without rare, large values it would be within the limit, but with them it is {show(estimate.Untrimmed)}"
                : $"this run could not tell it from the limit, as it is sure only of {question.Quantity.ShowInterval(sure)}");
        }

        var clear = verdict == ComparisonVerdict.Failed ? interval.Low - question.Limit : question.Limit - interval.High;
        var caution = Caution.Against(question.Quantity, verdict, findings, clear);
        return new ComparedGate(
            question.Quantity.Gate,
            caution is null ? verdict : ComparisonVerdict.Inconclusive,
            $"{show(estimate.Center)} {question.Quantity.Unit}{margin}; limit {show(question.Limit)}: {why}{(caution is null ? "" : $"; but see {caution.Name}")}");
    }

    private static string TooLittle(Quantity quantity, IReadOnlyList<Placement> placements)
    {
        var latencies = Math.Min(placements.Sum(p => p.Reference.Count), placements.Sum(p => p.Candidate.Count));
        return latencies >= quantity.LeastLatencies
            ? "too little was measured for it: allow more time"
            : FormattableString.Invariant($"it takes {quantity.LeastLatencies:N0} latencies of each side, and there are {latencies:N0}: allow more time, use more connections, or judge a lower percentile");
    }

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
