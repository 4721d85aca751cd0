using System.Diagnostics;
using System.Globalization;
using ThroughputKit.Running;
using ThroughputKit.Slices;
using ThroughputKit.Statistics;

namespace ThroughputKit.Experiments;

/// <summary>Measures variants in rounds. Each runs every variant once, and ratios are taken within a round.</summary>
internal static class RoundsRun
{
    /// <param name="plan">The experiment.</param>
    /// <param name="progress">Receives what is being done.</param>
    /// <param name="cancellationToken">Cancels the experiment.</param>
    /// <returns>The figures of each variant.</returns>
    public static async Task<IReadOnlyList<VariantFigures>> RunAsync(ExperimentPlan plan, ProgressReport progress, CancellationToken cancellationToken)
    {
        List<LoadSample[]> rounds = [];
        var count = plan.Rounds!.Value;
        var begun = Stopwatch.GetTimestamp();
        var done = 0; // measurements
        var all = Interleaving.RunAsync(plan.Variants, ReportAndMeasureAsync, plan.SeedOrRandom(), cancellationToken).Take(count);
        try
        {
            await foreach (var round in all.ConfigureAwait(false))
            {
                rounds.Add(round);
            }
        }
        catch (LoadTestException e) when (rounds.Count > 0)
        {
            var until = new LoadExperimentResult(Figures(plan, rounds), plan.ReferenceName);
            throw e.With(new Problem(
                $"The experiment could not continue after {Counted.Of(rounds.Count, "round")}", "variants that can be measured in each round",
                $"Results so far:{Environment.NewLine}{until}"));
        }

        return Figures(plan, rounds);

        async Task<LoadSample> ReportAndMeasureAsync(Variant variant, CancellationToken token)
        {
            var round = rounds.Count + 1;
            progress.Report(
                string.Create(CultureInfo.InvariantCulture, $"Round {round:N0} of {count:N0}: {variant.Name}"),
                p => p with
                {
                    Left = done == 0 ? null : Stopwatch.GetElapsedTime(begun) / done * ((count * plan.Variants.Count) - done),
                    RpsRatio = RatioSoFar(plan, rounds),
                });
            var sample = await MeasureAsync(variant, round, token).ConfigureAwait(false);
            done++;
            return sample;
        }
    }

    private static IReadOnlyList<VariantFigures> Figures(ExperimentPlan plan, List<LoadSample[]> rounds)
    {
        var reference = plan.Variants.ToList().FindIndex(v => v.Name == plan.ReferenceName);
        return [.. plan.Variants.Select((v, i) => new VariantFigures(v.Name, [.. rounds.Select(r => r[i])], RatioOf(rounds, i, reference)))];
    }

    private static RatioFigures? RatioSoFar(ExperimentPlan plan, List<LoadSample[]> rounds) => plan.Variants.Count == 2 && rounds.Count > 0
        && Figures(plan, rounds).Single(v => v.Name != plan.ReferenceName).Ratio is { HasInterval: true } ratio ? ratio : null;

    private static async Task<LoadSample> MeasureAsync(Variant variant, int round, CancellationToken cancellationToken)
    {
        Task<LoadSample>? measuring;
        LoadSample? sample;
        try
        {
            measuring = variant.Measure(cancellationToken);
            sample = measuring is null ? null : await measuring.ConfigureAwait(false);
        }
        catch (LoadTestException e)
        {
            throw e.Of(SampleRules.Where(variant.Name, round));
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadTestException(SampleRules.Threw(variant.Name, round, e), e);
        }

        if (measuring is null)
        {
            throw new LoadTestException(SampleRules.NoTask(variant.Name, round));
        }

        cancellationToken.ThrowIfCancellationRequested(); // a sample that was cut short may be invalid
        return SampleRules.ThrowIfWrong(sample, variant.Name, round);
    }

    private static RatioFigures? RatioOf(IEnumerable<LoadSample[]> rounds, int variant, int reference)
    {
        if (rounds.Any(r => r[variant].Failed + r[reference].Failed > 0 || (r[variant].WhyNoEvidence ?? r[reference].WhyNoEvidence) is not null))
        {
            return null;
        }

        double[] ratios = [.. rounds.Select(r => r[variant].Rps / r[reference].Rps)];
        if (!Array.TrueForAll(ratios, double.IsFinite))
        {
            return null;
        }

        var interval = MedianInterval.Of(ratios);
        return new RatioFigures(Median.Of(ratios.Select(r => (double?)r))!.Value, Math.Max(0, interval.Low), interval.High);
    }
}
