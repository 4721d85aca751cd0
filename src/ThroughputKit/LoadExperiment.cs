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
    /// <param name="name">The name of the variant. Allowed: one of its own that is not blank, without line breaks and other control characters.</param>
    /// <param name="test">The load test that each round runs.</param>
    public LoadExperiment Add(string name, LoadTest test)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(test);
        return Add(new Variant(
            name, async cancellationToken => LoadSample.From(await test.RunAsync(cancellationToken).ConfigureAwait(false)), test.Check));
    }

    /// <summary>Adds anything that can be measured, such as another generator.</summary>
    /// <param name="name">The name of the variant. Allowed: one of its own that is not blank, without line breaks and other control characters.</param>
    /// <param name="measure">Measures it, once a round. Its figures must be zero or more, and finite.</param>
    public LoadExperiment Add(string name, Func<CancellationToken, Task<LoadSample>> measure)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(measure);
        return Add(new Variant(name, measure, () => []));
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
    /// <exception cref="LoadTestException">
    /// The experiment or one of its load tests is wrong, a load test could not be run, or a variant measured nothing, or what can't be.
    /// </exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<LoadExperimentResult> RunAsync(CancellationToken cancellationToken = default)
    {
        ExperimentRules.ThrowIfWrong([.. _variants.Select(v => v.Name)], _baseline, _rounds, _variants.SelectMany(v => v.Problems()));
        var samples = _variants.Select(_ => new List<LoadSample>(_rounds)).ToArray();
        List<Func<CancellationToken, Task<LoadSample>>> measures =
            [.. _variants.Select((v, i) => (Func<CancellationToken, Task<LoadSample>>)(token => v.MeasureAsync(round: samples[i].Count + 1, token)))];
        await foreach (var round in Interleaving.RunAsync(measures, _seed ?? Random.Shared.Next(), cancellationToken).Take(_rounds).ConfigureAwait(false))
        {
            for (var variant = 0; variant < round.Length; variant++)
            {
                samples[variant].Add(round[variant]);
            }
        }

        var names = _variants.Select(v => v.Name).ToList();
        var baseline = _baseline ?? names[0];
        return new LoadExperimentResult(
            [.. names.Select((name, i) => new VariantFigures(name, samples[i], samples[names.IndexOf(baseline)]))], baseline);
    }

    private LoadExperiment Add(Variant variant) => new([.. _variants, variant], _baseline, _rounds, _seed);

    private sealed record Variant(string Name, Func<CancellationToken, Task<LoadSample>> Measure, Func<IEnumerable<Problem>> Check)
    {
        /// <summary>What is wrong with it before anything is run.</summary>
        public IEnumerable<Problem> Problems() => Check().Select(p => p with { Found = $"Variant '{DisplayName.Show(Name)}': {p.Found}" });

        public async Task<LoadSample> MeasureAsync(int round, CancellationToken cancellationToken)
        {
            var measuring = Measure(cancellationToken) ?? throw new LoadTestException(SampleRules.NoTask(Name, round));
            var sample = await measuring.ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested(); // what was cut short need not make sense
            return SampleRules.ThrowIfWrong(sample, Name, round);
        }
    }
}
