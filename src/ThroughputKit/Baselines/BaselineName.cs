namespace ThroughputKit.Baselines;

/// <summary>Defines the allowed test names in a baseline file. Pure.</summary>
internal static class BaselineName
{
    private const string BeforeNumber = " #";

    /// <summary>Returns the name of one of a test's results. A method that runs several loads has one baseline for each.</summary>
    public static string Of(string test, int index) => index == 0 ? test : FormattableString.Invariant($"{test}{BeforeNumber}{index + 1}");

    public static Problem? Check(BaselineUse use) => IsOfLaterResult(use.Name) ? BaselineProblems.NameOfAResult(use) : null;

    private static bool IsOfLaterResult(string name) =>
        name.LastIndexOf(BeforeNumber, StringComparison.Ordinal) is var at and >= 0
        && name.AsSpan(at + BeforeNumber.Length) is { IsEmpty: false } number
        && number.IndexOfAnyExceptInRange('0', '9') < 0;
}
