using ThroughputKit.Comparison;

namespace ThroughputKit;

/// <summary>
/// Compares variants (apps, endpoints, settings, engines, other generators) in interleaved rounds: each round runs every
/// variant once, in an order that favours none, and ratios are taken within a round, so that what drifts with the machine
/// cancels out. Immutable: every method returns a new experiment. Made with <see cref="LoadTest.Experiment"/>.
/// </summary>
/// <example>
/// <code>
/// var result = await LoadTest.Experiment()
///     .Add("minimal", LoadTest.For(app).Get("/hello"))
///     .Add("controller", LoadTest.For(app).Get("/classic/hello"))
///     .RunAsync();
/// Console.WriteLine(result);
/// </code>
/// </example>
public sealed class LoadExperiment
{
    private const int DefaultRounds = 5;

    private readonly IReadOnlyList<Variant> _variants;
    private readonly string? _baseline;
    private readonly int _rounds;
    private readonly int? _seed;

    private LoadExperiment(IReadOnlyList<Variant> variants, string? baseline, int rounds, int? seed) =>
        (_variants, _baseline, _rounds, _seed) = (variants, baseline, rounds, seed);

    internal static LoadExperiment Empty { get; } = new([], baseline: null, DefaultRounds, seed: null);

    /// <summary>Adds a load test. Its app should run already, or be kept by a <see cref="ThroughputHost{TEntryPoint}"/>: otherwise it is started in each round.</summary>
    /// <param name="name">The name of the variant.</param>
    /// <param name="test">The load test that each round runs.</param>
    public LoadExperiment Add(string name, LoadTest test)
    {
        ArgumentNullException.ThrowIfNull(test);
        return Add(name, async cancellationToken => LoadSample.From(await test.RunAsync(cancellationToken).ConfigureAwait(false)));
    }

    /// <summary>Adds anything that can be measured, such as another generator.</summary>
    /// <param name="name">The name of the variant.</param>
    /// <param name="measure">Measures it, once a round.</param>
    public LoadExperiment Add(string name, Func<CancellationToken, Task<LoadSample>> measure)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(measure);
        return new LoadExperiment([.. _variants, new Variant(name, measure)], _baseline, _rounds, _seed);
    }

    /// <summary>Chooses the variant that the others are compared with; the first if it isn't called.</summary>
    /// <param name="name">The name of the variant.</param>
    public LoadExperiment Baseline(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return new LoadExperiment(_variants, name, _rounds, _seed);
    }

    /// <summary>Sets how many rounds there are.</summary>
    /// <param name="rounds">The rounds; 5 if it isn't called. Allowed: 1 to 10,000. An even number balances the order.</param>
    public LoadExperiment Rounds(int rounds) => new(_variants, _baseline, rounds, _seed);

    /// <summary>Makes the order of the rounds the same in every run.</summary>
    /// <param name="seed">Any number.</param>
    public LoadExperiment Seed(int seed) => new(_variants, _baseline, _rounds, seed);

    /// <summary>Runs all rounds.</summary>
    /// <param name="cancellationToken">Ends the experiment; there is no result then.</param>
    /// <exception cref="LoadTestException">The experiment is wrong, or one of its load tests could not be run.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<LoadExperimentResult> RunAsync(CancellationToken cancellationToken = default)
    {
        ExperimentRules.ThrowIfWrong([.. _variants.Select(v => v.Name)], _baseline, _rounds);
        var samples = _variants.Select(_ => new List<LoadSample>(_rounds)).ToArray();
        foreach (var order in RoundOrder.Of(_variants.Count, _rounds, _seed ?? Random.Shared.Next()))
        {
            foreach (var variant in order)
            {
                samples[variant].Add(await _variants[variant].Measure(cancellationToken).ConfigureAwait(false));
                cancellationToken.ThrowIfCancellationRequested();
            }
        }

        var names = _variants.Select(v => v.Name).ToList();
        var baseline = _baseline ?? names[0];
        return new LoadExperimentResult(
            [.. names.Select((name, i) => new VariantFigures(name, samples[i], samples[names.IndexOf(baseline)]))], baseline);
    }

    private sealed record Variant(string Name, Func<CancellationToken, Task<LoadSample>> Measure);
}
