namespace ThroughputKit;

/// <summary>
/// A load test could not be run: its plan is wrong, or its app could not be started or reached; or its result could not be judged.
/// Nothing is left running when it is thrown.
/// </summary>
public sealed class LoadTestException : Exception
{
    private const string NotRun = "The load test could not be run";

    private readonly IReadOnlyList<Problem> _found;

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
        (_found, Problems) = (problems, [.. problems.Select(p => p.ToString())]);

    /// <summary>Gets every problem that was found, each with the value, what is allowed and the likely cause.</summary>
    public IReadOnlyList<string> Problems { get; }

    /// <summary>What was run is no use, for reasons that came to light when it was judged.</summary>
    /// <param name="heading">What could not be done.</param>
    /// <param name="problems">Why.</param>
    internal static LoadTestException Unjudged(string heading, IReadOnlyList<Problem> problems) => new(heading, problems, innerException: null);

    /// <summary>The same with another problem, which came to light later.</summary>
    internal LoadTestException With(Problem other) => new([.. _found, other], InnerException);

    /// <summary>The same of one of several loads, which is named.</summary>
    /// <param name="load">The load, as at the beginning of a sentence.</param>
    internal LoadTestException Of(string load) => new([.. _found.Select(p => p with { Found = $"{load}: {p.Found}" })], InnerException);

    private static string Describe(string heading, IReadOnlyList<Problem> problems) => problems.Count == 1
        ? $"{heading}. {problems[0]}"
        : $"{heading}, for {problems.Count} reasons:{string.Concat(problems.Select(p => $"{Environment.NewLine}- {p}"))}";
}
