using ThroughputKit.Findings;
using ThroughputKit.Running;
using ThroughputKit.Slices;

namespace ThroughputKit.Experiments;

/// <summary>Measures load tests in slices that take turns, as a comparison does.</summary>
/// <remarks>
/// 1. Measure slices, until the time is up or the intervals are narrow enough. 2. Measure allocated bytes, which slices are too short for, and count what
/// the apps do.
/// </remarks>
internal sealed class SlicedRun(ExperimentPlan plan) : SlicedLoads<LoadExperimentResult>(
    "experiment", [.. plan.AsMeasured.Select(v => ($"The variant '{v.Name}'", v.Plan!))], plan.MeasureForOrDefault, plan.Seed)
{
    private readonly Variant[] _variants = [.. plan.AsMeasured];
    private readonly SlicedRatios _ratios = new(plan.Variants.Count - 1, plan.WithinPercent);

    protected override int Placements => _ratios.Placements;

    protected override RatioFigures? RpsRatioSoFar => _variants.Length == 2 ? _ratios.Of(0) : null;

    // 1.
    protected override async Task MeasureAsync(IPlacements placements, CancellationToken cancellationToken)
    {
        while (placements.Progress < 1 && !_ratios.HaveAllFailed && !_ratios.AreNarrowEnough)
        {
            _ratios.Add(await placements.NextAsync(cancellationToken).ConfigureAwait(false));
        }
    }

    // 2.
    protected override Task MeasureMoreAsync(Sides sides, RunContext run) =>
        _ratios.HaveAllFailed ? Task.CompletedTask : sides.MeasureMoreAsync(withBytes: true, run);

    protected override LoadExperimentResult Result(Sides sides, IReadOnlyList<LoadResult> results, IReadOnlyList<string> stopProblems)
    {
        return new LoadExperimentResult([.. plan.Variants.Select(v => Of(v, Array.IndexOf(_variants, v)))], plan.ReferenceName);

        VariantFigures Of(Variant variant, int side)
        {
            var stopping = stopProblems.Select(p => AppFindings.StopFailed(p, variant.Plan!.Target.IsInProcess));
            var rare = ComparisonFindings.RareRequest(results[side]);
            var ratio = results[0].Failed > 0 || rare is not null || ComparisonFindings.RareRequest(results[0]) is not null ? null
                : side == 0 ? RatioFigures.OfReference : _ratios.Of(side - 1);
            Finding?[] more = [rare, ratio is null ? null : ComparisonFindings.DistantReference(ratio.Value)];
            var sample = LoadSample.From(results[side]) with
            {
                AllocatedBytesPerRequest = results[side].Memory.Allocation?.BytesPerRequest, // slices are too short for them, and share their process
                Findings = [.. results[side].Findings, .. more.OfType<Finding>(), .. stopping],
            };
            return new VariantFigures(variant.Name, [sample], ratio) { IsTooWideByApps = side > 0 && _ratios.IsTooWideByApps(side - 1) };
        }
    }
}
