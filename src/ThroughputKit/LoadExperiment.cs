using ThroughputKit.Experiments;
using ThroughputKit.Slices;

namespace ThroughputKit;

/// <summary>
/// Compares variants (apps, endpoints, settings, engines, other generators) in interleaved rounds. Each round runs every variant once, in an order that
/// favours none. Ratios are taken within a round, so drift of the machine cancels out. Immutable: every method returns a new experiment. Created with
/// <see cref="LoadTest.Experiment"/>.
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
    private const int DefaultRounds = 6;

    private readonly IReadOnlyList<Variant> _variants;
    private readonly string? _reference;
    private readonly int _rounds;
    private readonly int? _seed;

    private LoadExperiment(IReadOnlyList<Variant> variants, string? reference, int rounds, int? seed) =>
        (_variants, _reference, _rounds, _seed) = (variants, reference, rounds, seed);

    internal static LoadExperiment Empty { get; } = new([], reference: null, DefaultRounds, seed: null);

    /// <summary>
    /// Adds a load test. Its app should already be running, or be kept running by a <see cref="ThroughputHost{TEntryPoint}"/>; otherwise it is started in
    /// each round.
    /// </summary>
    /// <param name="name">The name of the variant. Allowed: a unique name that is not blank, without line breaks and other control characters.</param>
    /// <param name="test">The load test that each round runs.</param>
    public LoadExperiment Add(string name, LoadTest test)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(test);
        return Add(new Variant(
            name,
            async cancellationToken => LoadSample.From(await test.RunAsync(cancellationToken).ConfigureAwait(false)),
            () => [.. test.Check(), .. ExperimentRules.CheckGates(test.Gates)]));
    }

    /// <summary>Adds any other measurement, such as that of another generator.</summary>
    /// <param name="name">The name of the variant. Allowed: a unique name that is not blank, without line breaks and other control characters.</param>
    /// <param name="measure">Measures the variant; called once per round. Its figures must be zero or more, and finite.</param>
    public LoadExperiment Add(string name, Func<CancellationToken, Task<LoadSample>> measure)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(measure);
        return Add(new Variant(name, measure, () => []));
    }

    /// <summary>Sets the variant that the others are compared with; the first if it isn't set.</summary>
    /// <param name="name">The name of the variant.</param>
    public LoadExperiment Reference(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return new LoadExperiment(_variants, name, _rounds, _seed);
    }

    /// <summary>Sets the number of rounds.</summary>
    /// <param name="rounds">The number of rounds; 6 if it isn't set. Allowed: 1 to 10,000. An even number balances the order.</param>
    public LoadExperiment Rounds(int rounds) => new(_variants, _reference, rounds, _seed);

    /// <summary>Makes the order of the rounds the same in every run.</summary>
    /// <param name="seed">Any number.</param>
    public LoadExperiment Seed(int seed) => new(_variants, _reference, _rounds, seed);

    /// <summary>Runs all rounds.</summary>
    /// <param name="cancellationToken">Cancels the experiment; there is no result then.</param>
    /// <exception cref="LoadTestException">
    /// The experiment or one of its load tests is invalid, a load test could not be run, or a variant measured nothing or an impossible value.
    /// </exception>
    /// <exception cref="OperationCanceledException">The experiment was cancelled.</exception>
    public async Task<LoadExperimentResult> RunAsync(CancellationToken cancellationToken = default)
    {
        ExperimentRules.ThrowIfWrong([.. _variants.Select(v => v.Name)], _reference, _rounds, _variants.SelectMany(v => v.Problems()));
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
        var reference = _reference ?? names[0];
        return new LoadExperimentResult(
            [.. names.Select((name, i) => new VariantFigures(name, samples[i], samples[names.IndexOf(reference)]))], reference);
    }

    private LoadExperiment Add(Variant variant) => new([.. _variants, variant], _reference, _rounds, _seed);

    private sealed record Variant(string Name, Func<CancellationToken, Task<LoadSample>> Measure, Func<IEnumerable<Problem>> Check)
    {
        /// <summary>Finds problems before anything is run.</summary>
        public IEnumerable<Problem> Problems() => Check().Select(p => p with { Found = $"Variant '{DisplayName.Show(Name)}': {p.Found}" });

        public async Task<LoadSample> MeasureAsync(int round, CancellationToken cancellationToken)
        {
            var measuring = Measure(cancellationToken) ?? throw new LoadTestException(SampleRules.NoTask(Name, round));
            var sample = await measuring.ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested(); // a sample that was cut short may be invalid
            return SampleRules.ThrowIfWrong(sample, Name, round);
        }
    }
}
