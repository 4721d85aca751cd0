using System.Runtime.CompilerServices;
using ThroughputKit.Comparison;
using ThroughputKit.Running;

namespace ThroughputKit;

/// <summary>
/// Compares a candidate with a reference: two endpoints, two settings, two apps or two builds. Both are measured in many short slices that take turns over
/// connections that stay open. Immutable: every method returns a new comparison. Created with
/// <see cref="LoadTest.ComparedWith"/>.
/// </summary>
/// <remarks>The run reports every mistake in one exception. To set the same twice is one.</remarks>
/// <example>
/// <code>
/// var result = await LoadTest.For(app).Get("/v2/hello").ComparedWith(LoadTest.For(app).Get("/v1/hello"))
///     .Within(new ComparisonGates { MaxSlowdownPercent = 5 })
///     .RunAsync();
/// Console.WriteLine(result);
/// </code>
/// </example>
public sealed class LoadComparison
{
    private readonly ComparisonPlan _plan;

    internal LoadComparison(ComparisonPlan plan) => _plan = plan;

    /// <summary>Sets the gates to judge. Without them, the comparison measures for its full duration and judges nothing.</summary>
    /// <param name="gates">The limits.</param>
    public LoadComparison Within(ComparisonGates gates) => Once(_plan with { Gates = gates.NotNull() });

    /// <summary>
    /// Sets the maximum time for which slices are measured, per pass. A clear result ends a pass earlier, and a failure is measured once more. The tests'
    /// warm-ups come first and are not included.
    /// </summary>
    /// <param name="duration">The time; 16 s if it isn't set. Allowed: 1 s to 1 h. Four times the duration detects differences half as large.</param>
    public LoadComparison MeasureFor(TimeSpan duration) => Once(_plan with { MeasureFor = duration });

    /// <summary>Makes the order of the slices the same in every run.</summary>
    /// <param name="seed">Any number.</param>
    public LoadComparison Seed(int seed) => Once(_plan with { Seed = seed });

    /// <summary>Runs the comparison.</summary>
    /// <param name="cancellationToken">Cancels the comparison; there is no result then.</param>
    /// <exception cref="LoadTestException">A test or a gate is invalid, or an app could not be started or reached. Nothing is left running.</exception>
    /// <exception cref="OperationCanceledException">The comparison was cancelled.</exception>
    public Task<LoadComparisonResult> RunAsync(CancellationToken cancellationToken = default) => RunWithAsync(progress: null, cancellationToken);

    /// <summary>Runs the comparison, and reports what it is doing.</summary>
    /// <param name="progress">Receives the reports, as for <see cref="LoadTest.RunAsync(IProgress{LoadProgress}, CancellationToken)"/>.</param>
    /// <param name="cancellationToken">Cancels the comparison; there is no result then.</param>
    /// <exception cref="LoadTestException">A test or a gate is invalid, or an app could not be started or reached. Nothing is left running.</exception>
    /// <exception cref="OperationCanceledException">The comparison was cancelled.</exception>
    public Task<LoadComparisonResult> RunAsync(IProgress<LoadProgress> progress, CancellationToken cancellationToken = default) =>
        RunWithAsync(progress.NotNull(), cancellationToken);

    /// <summary>Returns a comparison whose slices are measured for up to this many times as long, within the allowed 1 s to 1 h.</summary>
    internal LoadComparison Lengthened(double factor) =>
        factor == 1 ? this : Lasting(TimeSpan.FromSeconds(Math.Clamp(_plan.MeasureFor.TotalSeconds * factor, 1, 3_600)));

    /// <summary>Returns the same comparison with another maximum time for slices, whether it has one or not.</summary>
    internal LoadComparison Lasting(TimeSpan duration) => new(_plan with { MeasureFor = duration });

    /// <summary>Gets about the longest time that the comparison takes: both warm-ups, and two passes if it fails.</summary>
    internal TimeSpan MaxTime => _plan.Reference.Options.WarmUpLimit + _plan.Candidate.Options.WarmUpLimit + (2 * _plan.MeasureFor);

    /// <summary>Gets whether gates are set.</summary>
    internal bool HasGates => _plan.Gates != new ComparisonGates();

    /// <summary>Finds problems that can be found before the run.</summary>
    internal IEnumerable<Problem> Check() => ComparisonRules.Check(_plan);

    private static LoadComparison Once(ComparisonPlan plan, [CallerMemberName] string name = "") => new(plan with { Set = [.. plan.Set, name] });

    private Task<LoadComparisonResult> RunWithAsync(IProgress<LoadProgress>? progress, CancellationToken cancellationToken)
    {
        ComparisonRules.ThrowIfWrong(_plan);
        return Detached.RunAsync(progress, new ComparisonRun(_plan).RunAsync, cancellationToken);
    }
}
