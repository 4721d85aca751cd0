using System.Diagnostics;
using ThroughputKit.Findings;
using ThroughputKit.Running;
using ThroughputKit.Slices;

namespace ThroughputKit.Comparison;

/// <summary>One run of a comparison.</summary>
/// <remarks>
/// 1. Measure slices. 2. Measure quantities beyond their limits once more. 3. Count what the apps do for a request, if a gate limits that, or another has
/// failed.
/// </remarks>
internal sealed class ComparisonRun(ComparisonPlan plan) : SlicedLoads<LoadComparisonResult>(
    "comparison", [("The reference", plan.Reference), ("The candidate", plan.Candidate)], plan.MeasureFor, plan.Seed)
{
    private readonly ComparisonPasses _passes = new(plan.Gates);
    private readonly long _begun = Stopwatch.GetTimestamp();

    protected override int Placements => _passes.First.Placements.Count + (_passes.Again?.Placements.Count ?? 0);

    protected override RatioFigures? RpsRatioSoFar => _passes.RpsRatioSoFar;

    // 1 and 2.
    protected override Task MeasureAsync(IPlacements placements, CancellationToken cancellationToken) => _passes.MeasureAsync(placements, cancellationToken);

    // 3.
    protected override async Task MeasureMoreAsync(Sides sides, RunContext run)
    {
        var isFailing = _passes.First.Tests.Any(t => t.Verdict == GateVerdict.Failed);
        if (_passes.HaveFailed || Placements == 0 || !(isFailing || WorkDifference.Set(plan.Gates).Any()))
        {
            return;
        }

        try
        {
            await sides.MeasureMoreAsync(withBytes: false, run).ConfigureAwait(false);
        }
        catch (LoadTestException)
        {
            // Gates that are decided stay so if the apps can't be loaded once more. Those on counts are then inconclusive.
        }
    }

    protected override LoadComparisonResult Result(Sides sides, IReadOnlyList<LoadResult> results, IReadOnlyList<string> stopProblems)
    {
        var built = ComparisonResultBuilder.Build(_passes.First, _passes.Again, results[0], results[1], plan.Gates, plan.HasSameRequests);
        return built with
        {
            Elapsed = Stopwatch.GetElapsedTime(_begun),
            Findings =
            [
                .. built.Findings.Select(f => f.Name == FindingNames.ResponsesDiffer ? f with { Message = sides.Hide(f.Message) } : f),
                .. stopProblems.Select(p => AppFindings.StopFailed(p, mayRunHere: plan.Candidate.Target.IsInProcess)),
            ],
        };
    }
}
