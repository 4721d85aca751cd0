namespace ThroughputKit;

/// <summary>
/// A load test could not be run: its plan is wrong, or its app could not be started or reached.
/// Nothing is left running when it is thrown.
/// </summary>
public sealed class LoadTestException : Exception
{
    private readonly IReadOnlyList<Problem> _found;

    internal LoadTestException(IReadOnlyList<Problem> problems, Exception? innerException = null)
        : base(Describe(problems), innerException) =>
        (_found, Problems) = (problems, [.. problems.Select(p => p.ToString())]);

    internal LoadTestException(Problem problem, Exception? innerException = null)
        : this([problem], innerException)
    {
    }

    /// <summary>Gets every problem that was found, each with the value, what is allowed and the likely cause.</summary>
    public IReadOnlyList<string> Problems { get; }

    /// <summary>The same with another problem, which came to light later.</summary>
    internal LoadTestException With(Problem other) => new([.. _found, other], InnerException);

    private static string Describe(IReadOnlyList<Problem> problems) => problems.Count == 1
        ? $"The load test could not be run. {problems[0]}"
        : $"The load test could not be run, for {problems.Count} reasons:{string.Concat(problems.Select(p => $"{Environment.NewLine}- {p}"))}";
}
