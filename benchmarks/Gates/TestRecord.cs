namespace Gates;

/// <summary>One test of one run.</summary>
/// <param name="Name">Its name.</param>
/// <param name="HasPassed">Whether it passed.</param>
/// <param name="Begun">When it began.</param>
/// <param name="Seconds">How long it took, as the test framework saw it.</param>
/// <param name="Steps">Where the time went, by the line that the test writes.</param>
internal sealed record TestRecord(string Name, bool HasPassed, DateTimeOffset Begun, double Seconds, IReadOnlyDictionary<string, double> Steps)
{
    /// <summary>Gets the steps that are the test's own time.</summary>
    public static IReadOnlyList<string> Own { get; } = ["warm-up", "window", "compare"];

    /// <summary>Gets the seconds that come to the warm-up and the window, or to the comparison.</summary>
    public double Added => Seconds - Own.Sum(s => Steps.GetValueOrDefault(s));

    /// <summary>Gets the seconds that are no step of the test: the test framework's.</summary>
    public double Framework => Seconds - Steps.Values.Sum();
}
