using System.Diagnostics;

namespace ThroughputKit;

/// <summary>
/// Thrown when a load test could not be run, because its plan is invalid, its app could not be started or reached, or a function of its data failed, or when
/// its result could not be judged. Nothing is left running when it is thrown.
/// </summary>
public sealed class LoadTestException : Exception, IReportedException
{
    private const string NotRun = "The load test could not be run";

    internal LoadTestException(IReadOnlyList<Problem> problems, Exception? innerException = null)
        : this(NotRun, problems, innerException)
    {
    }

    internal LoadTestException(Problem problem, Exception? innerException = null)
        : this([problem], innerException)
    {
    }

    private LoadTestException(string heading, IReadOnlyList<Problem> problems, Exception? innerException)
        : base(Describe(heading, problems), innerException) =>
        (Found, Problems) = (problems, [.. problems.Select(p => p.ToString())]);

    /// <summary>Gets every problem, each with the value, the allowed values and the likely cause.</summary>
    public IReadOnlyList<string> Problems { get; }

    internal IReadOnlyList<Problem> Found { get; }

    /// <inheritdoc/>
    public override string Message => ((IReportedException)this).Report is { } report ? $"{base.Message}{Environment.NewLine}{report}" : base.Message;

    string? IReportedException.Report { get; set; }

    /// <exception cref="LoadTestException">There is one problem or more.</exception>
    [StackTraceHidden]
    internal static void ThrowIfAny(IReadOnlyList<Problem> problems)
    {
        if (problems.Count > 0)
        {
            throw new LoadTestException(problems);
        }
    }

    /// <summary>Creates an exception for a result that can't be judged, for reasons found while judging it.</summary>
    /// <param name="heading">The step that could not be done.</param>
    /// <param name="problems">The reasons.</param>
    internal static LoadTestException Unjudged(string heading, IReadOnlyList<Problem> problems) => new(heading, problems, innerException: null);

    /// <summary>Returns the same exception with another problem, which was found later.</summary>
    internal LoadTestException With(Problem other) => new([.. Found, other], InnerException);

    /// <summary>Returns the same exception with more about the cause of each problem.</summary>
    internal LoadTestException WithCause(string more) => new([.. Found.Select(p => p with { Cause = $"{p.Cause} {more}" })], InnerException);

    /// <summary>Returns the same exception for one of several loads, which the problems name.</summary>
    /// <param name="load">The name of the load, capitalized as at the beginning of a sentence.</param>
    internal LoadTestException Of(string load) => new([.. Found.Select(p => p.In(load))], InnerException);

    private static string Describe(string heading, IReadOnlyList<Problem> problems) => problems.Count == 1
        ? $"{heading}. {problems[0]}"
        : $"{heading}, for {problems.Count} reasons:{string.Concat(problems.Select(p => $"{Environment.NewLine}- {p}"))}";
}
