using System.Diagnostics;
using System.Runtime.CompilerServices;
using ThroughputKit.Experiments;
using ThroughputKit.Running;

namespace ThroughputKit;

/// <summary>
/// Measures variants side by side: apps, endpoints, settings, engines, other generators. Load tests are measured as in a comparison, in many short slices
/// that take turns, while all apps run. Anything else needs <see cref="InRounds"/>: each round runs every variant once. In both cases the order favours
/// none, and drift of the machine cancels out. Immutable: every method returns a new experiment. Created with <see cref="LoadTest.Experiment"/>.
/// </summary>
/// <remarks>The run reports every mistake in one exception. To set the same twice is one.</remarks>
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
    private readonly ExperimentPlan _plan;

    private LoadExperiment(ExperimentPlan plan) => _plan = plan;

    internal static LoadExperiment Empty { get; } = new(new ExperimentPlan([]));

    /// <summary>Adds a load test.</summary>
    /// <param name="name">The name of the variant. Allowed: a unique name that is not blank, without line breaks and other control characters.</param>
    /// <param name="test">
    /// The load test, without gates. A scenario, or a test with a rate, users that come and go or a number of requests, can't be sliced: it needs
    /// <see cref="InRounds"/>. Slices are limited by <see cref="MeasureFor"/>; a duration of the test's own is for rounds only.
    /// </param>
    public LoadExperiment Add(string name, LoadTest test)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(test);
        return Add(new Variant(name, async cancellationToken => LoadSample.From(await test.RunAsync(cancellationToken).ConfigureAwait(false)))
        {
            Plan = test.Plan,
        });
    }

    /// <summary>Adds any other measurement, such as that of another generator. It can't be sliced, and so needs <see cref="InRounds"/>.</summary>
    /// <param name="name">The name of the variant. Allowed: a unique name that is not blank, without line breaks and other control characters.</param>
    /// <param name="measure">Measures the variant; called once per round. Its figures must be zero or more, and finite.</param>
    public LoadExperiment Add(string name, Func<CancellationToken, Task<LoadSample>> measure) => Add(new Variant(name.NotNull(), measure.NotNull()));

    /// <summary>Sets the variant that the others are compared with; the first if it isn't set.</summary>
    /// <param name="name">The name of the variant.</param>
    public LoadExperiment Reference(string name) => Once(_plan with { Reference = name.NotNull() });

    /// <summary>
    /// Sets the maximum time for which slices of all variants are measured. Without <see cref="UntilWithin"/>, all of it is used. Starts and warm-ups come
    /// first, allocated bytes are measured afterwards, and neither is included.
    /// </summary>
    /// <param name="duration">
    /// The time; 5 s for each variant if it isn't set. Allowed: 1 s to 1 h. Four times the duration detects differences half as large.
    /// </param>
    public LoadExperiment MeasureFor(TimeSpan duration) => Once(_plan with { MeasureFor = duration });

    /// <summary>
    /// Ends the measurement of slices as soon as every interval is narrow enough, or after <see cref="MeasureFor"/>. The intervals are then made a little
    /// wider, because some are narrow by chance.
    /// </summary>
    /// <param name="percent">
    /// The distance of both ends of an interval from its ratio, in percent of the ratio: 3 for a ratio of 0.92 with an interval of 0.90 to 0.94.
    /// Allowed: 0.1 to 50.
    /// </param>
    public LoadExperiment UntilWithin(double percent) => Once(_plan with { WithinPercent = percent });

    /// <summary>
    /// Measures in rounds instead of slices: each runs every variant once, with its own start, warm-up and duration. For variants that can't be sliced, and for
    /// figures that a slice doesn't have, such as those of a cold app. An app of <see cref="LoadTest.For{TEntryPoint}(Action{AppOptions})"/> or
    /// <see cref="LoadTest.ForPublished"/> is started anew in each round; others keep running.
    /// </summary>
    /// <param name="rounds">
    /// The number of rounds. Allowed: 1 to 1,000. An even number balances the order, and an interval needs six or more.
    /// </param>
    public LoadExperiment InRounds(int rounds = 6) => Once(_plan with { Rounds = rounds });

    /// <summary>Makes the order the same in every run.</summary>
    /// <param name="seed">Any number.</param>
    public LoadExperiment Seed(int seed) => Once(_plan with { Seed = seed });

    /// <summary>Runs the experiment.</summary>
    /// <param name="cancellationToken">Cancels the experiment; there is no result then.</param>
    /// <exception cref="LoadTestException">
    /// The experiment or one of its load tests is invalid, a load test could not be run, or a variant threw, or measured nothing or an impossible value. The
    /// message has the results of the rounds before.
    /// </exception>
    /// <exception cref="OperationCanceledException">The experiment was cancelled.</exception>
    public Task<LoadExperimentResult> RunAsync(CancellationToken cancellationToken = default) => RunWithAsync(progress: null, cancellationToken);

    /// <summary>Runs the experiment, and reports what it is doing.</summary>
    /// <param name="progress">
    /// Receives a report whenever something else begins, and about once a second. It must return soon: measuring waits for it. What it prints should go to
    /// <see cref="Console.Error"/>: what is written to <see cref="Console.Out"/> while an app of this process is loaded counts as the app's.
    /// </param>
    /// <param name="cancellationToken">Cancels the experiment; there is no result then.</param>
    /// <exception cref="LoadTestException">
    /// The experiment or one of its load tests is invalid, a load test could not be run, or a variant threw, or measured nothing or an impossible value. The
    /// message has the results of the rounds before.
    /// </exception>
    /// <exception cref="OperationCanceledException">The experiment was cancelled.</exception>
    public Task<LoadExperimentResult> RunAsync(IProgress<LoadProgress> progress, CancellationToken cancellationToken = default) =>
        RunWithAsync(progress.NotNull(), cancellationToken);

    private async Task<LoadExperimentResult> RunWithAsync(IProgress<LoadProgress>? progress, CancellationToken cancellationToken)
    {
        ExperimentRules.ThrowIfWrong(_plan);
        var result = _plan.IsSliced
            ? await Detached.RunAsync(progress, new SlicedRun(_plan).RunAsync, cancellationToken).ConfigureAwait(false)
            : new LoadExperimentResult(
                await RoundsRun.RunAsync(_plan, new ProgressReport(progress, Stopwatch.GetTimestamp()), cancellationToken).ConfigureAwait(false),
                _plan.ReferenceName);
        return result with { WithinPercent = _plan.WithinPercent };
    }

    private static LoadExperiment Once(ExperimentPlan plan, [CallerMemberName] string name = "") => new(plan with { Set = [.. plan.Set, name] });

    private LoadExperiment Add(Variant variant) => new(_plan with { Variants = [.. _plan.Variants, variant] });
}
