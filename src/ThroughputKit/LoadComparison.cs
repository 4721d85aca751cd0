using ThroughputKit.Comparison;
using ThroughputKit.Running;

namespace ThroughputKit;

/// <summary>
/// Compares a candidate with a reference: two endpoints, two settings, two apps or two builds, in many short slices that take turns over
/// connections that stay open. Immutable: every method returns a new comparison. Made with <see cref="LoadTest.Compare"/>.
/// </summary>
/// <example>
/// <code>
/// var result = await LoadTest.Compare(LoadTest.For(app).Get("/v1/hello"), LoadTest.For(app).Get("/v2/hello"))
///     .Within(new ComparisonGates { MaxSlowdownPercent = 5 })
///     .RunAsync();
/// Console.WriteLine(result);
/// </code>
/// </example>
public sealed class LoadComparison
{
    private readonly ComparisonPlan _plan;

    internal LoadComparison(ComparisonPlan plan) => _plan = plan;

    /// <summary>Sets what is to be found out. Without it, the comparison measures for its whole time and judges nothing.</summary>
    /// <param name="gates">The limits.</param>
    public LoadComparison Within(ComparisonGates gates)
    {
        ArgumentNullException.ThrowIfNull(gates);
        return new LoadComparison(_plan with { Gates = gates });
    }

    /// <summary>
    /// Sets how long slices are measured at most, each time: what is clear ends earlier, and what fails is measured once more. Warm-ups
    /// come before it, as the tests say.
    /// </summary>
    /// <param name="duration">The time; 16 s if it isn't called. Allowed: 1 s to 1 h. Four times as long tells differences half as large.</param>
    public LoadComparison MaxDuration(TimeSpan duration) => new(_plan with { MaxDuration = duration });

    /// <summary>Makes the order of the slices the same in every run.</summary>
    /// <param name="seed">Any number.</param>
    public LoadComparison Seed(int seed) => new(_plan with { Seed = seed });

    /// <summary>Runs the comparison.</summary>
    /// <param name="cancellationToken">Ends the comparison; there is no result then.</param>
    /// <exception cref="LoadTestException">A test or a gate is wrong, or an app could not be started or reached. Nothing is left running.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public Task<LoadComparisonResult> RunAsync(CancellationToken cancellationToken = default)
    {
        ComparisonRules.ThrowIfWrong(_plan);
        return ResultScope.Current is { } scope ? scope.RunAsync(CompareAsync, cancellationToken) : CompareAsync(cancellationToken);

        // Away from the caller's synchronization context, which test frameworks narrow to few threads.
        Task<LoadComparisonResult> CompareAsync(CancellationToken token) =>
            Task.Run(() => CancellationRelay.RunAsync(t => ComparisonRun.RunAsync(_plan, t), token), token);
    }

    /// <summary>Finds what can be known to be wrong before it is run.</summary>
    internal IEnumerable<Problem> Check() => ComparisonRules.Check(_plan);
}
