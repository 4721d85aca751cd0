using ThroughputKit.Engines.Epoll;
using ThroughputKit.Findings;
using ThroughputKit.Running;
using ThroughputKit.Slices;

namespace ThroughputKit.Experiments;

/// <summary>Measures load tests in short slices that take turns, as a comparison does. All apps run at the same time.</summary>
/// <remarks>
/// 1. Start the apps, open connections, and warm up. 2. Measure slices in turn, in one placement after another, until the time is up or the intervals are
/// narrow enough. 3. Measure allocated bytes, which slices are too short for, and count what the apps do. 4. Stop everything that was started, in any case.
/// </remarks>
internal sealed class SlicedRun
{
    private readonly ExperimentPlan _plan;
    private readonly Variant[] _variants; // as they are measured, the reference first
    private readonly SlicedRatios _ratios;

    private SlicedRun(ExperimentPlan plan)
    {
        _plan = plan;
        _variants = [.. plan.Variants.OrderByDescending(v => v.Name == plan.ReferenceName)]; // the others stay in their order
        _ratios = new SlicedRatios(_variants.Length - 1, plan.WithinPercent);
    }

    /// <param name="plan">The experiment.</param>
    /// <param name="run">The context.</param>
    public static async Task<LoadExperimentResult> RunAsync(ExperimentPlan plan, RunContext run)
    {
        var experiment = new SlicedRun(plan);
        var (results, stopProblems) = await Sides.RunAsync(
            [.. experiment._variants.Select(v => ($"The variant '{v.Name}'", v.Plan!))],
            sides => experiment.MeasureAsync(sides, run),
            run).ConfigureAwait(false);
        return experiment.Result(results, stopProblems);
    }

    private async Task<IReadOnlyList<LoadResult>> MeasureAsync(Sides sides, RunContext run)
    {
        using var overlap = new Overlap();
        using var crew = new EpollCrew();
        run = run with { Crew = crew };
        try
        {
            // 1 and 2.
            var random = new Random(_plan.SeedOrRandom());
            var placements = new Placements(sides, run, _plan.MeasureForOrDefault, random) { RpsRatio = _variants.Length == 2 ? () => _ratios.Of(0) : null };
            await MeasureSlicesAsync(placements, run.Cancellation).ConfigureAwait(false);
            var results = sides.Results(overlap.OverlappedAnotherRun);

            // 3. Measure bytes, and count.
            return _ratios.HaveAllFailed ? results : await sides.AddToAsync(
                results,
                "Measuring allocated bytes and counting the work of",
                async (side, result) => await side.AddCountsAsync(
                    await side.AddAllocationAsync(result, run.Cancellation).ConfigureAwait(false), run.Cancellation).ConfigureAwait(false),
                run).ConfigureAwait(false);
        }
        catch (LoadTestException e) when (_ratios.Placements > 0)
        {
            throw e.With(BrokenOff.Of("experiment", _ratios.Placements, Result(sides.Results(overlap.OverlappedAnotherRun), [])));
        }
    }

    private async Task MeasureSlicesAsync(Placements placements, CancellationToken cancellationToken)
    {
        while (placements.Progress < 1 && !_ratios.HaveAllFailed && !_ratios.AreNarrowEnough)
        {
            _ratios.Add(await placements.NextAsync(cancellationToken).ConfigureAwait(false));
        }
    }

    private LoadExperimentResult Result(IReadOnlyList<LoadResult> results, IReadOnlyList<string> stopProblems)
    {
        return new LoadExperimentResult([.. _plan.Variants.Select(v => Of(v, Array.IndexOf(_variants, v)))], _plan.ReferenceName);

        VariantFigures Of(Variant variant, int side)
        {
            var stopping = stopProblems.Select(p => AppFindings.StopFailed(p, variant.Plan!.Target.IsInProcess));
            var rare = ComparisonFindings.RareRequest(results[side]);
            var ratio = results[0].Failed > 0 || rare is not null || ComparisonFindings.RareRequest(results[0]) is not null ? null
                : side == 0 ? RatioFigures.OfReference : _ratios.Of(side - 1);
            Finding?[] more = [rare, ratio is null ? null : ComparisonFindings.DistantReference(ratio.Value)];
            var sample = LoadSample.From(results[side] with { Findings = [.. results[side].Findings, .. more.OfType<Finding>(), .. stopping] }) with
            {
                AllocatedBytesPerRequest = results[side].Memory.Allocation?.BytesPerRequest, // slices are too short for them, and share their process
            };
            return new VariantFigures(variant.Name, [sample], ratio) { IsTooWideByApps = side > 0 && _ratios.IsTooWideByApps(side - 1) };
        }
    }
}
