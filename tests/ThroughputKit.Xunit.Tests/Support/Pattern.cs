using System.Text.RegularExpressions;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>
/// A text in which <c>#</c> stands for any number, with its sign, separators and decimals, and <c>@</c> for how long the test
/// runner says that a test took, such as <c>13 ms</c> or <c>1 m 2 s</c>.
/// </summary>
internal static partial class Pattern
{
    public static void Matches(string expected, string actual) => Check($"^{Of(expected)}$", expected, actual);

    public static void IsIn(string expected, string actual) => Check(Of(expected), expected, actual);

    // xunit's own message would show the beginnings alone.
    private static void Check(string pattern, string expected, string actual) =>
        Assert.True(Regex.IsMatch(Normalized(actual), pattern), $"Expected:\n{expected}\n\nActual:\n{actual}");

    private static string Of(string expected) => Regex.Escape(Normalized(expected))
        .Replace("\\#", "[-+]?[0-9][0-9,.]*", StringComparison.Ordinal)
        .Replace("@", "[0-9]+ (ms|s|m|h)( [0-9]+ s)?", StringComparison.Ordinal);

    private static string Normalized(string text) => OfTheLoad().Replace(text.ReplaceLineEndings("\n"), "").TrimEnd();

    // What the summary says of the load, the app's speed and the machine. Any run on a busy machine may have such lines.
    [GeneratedRegex(@"\n *(Warning|Hint) (Background|ConnectionChurn|GeneratorBound|LateSends|MachineBusy|Miscount|NotSteady|StillCompiling|ThreadPool|TooFewRequests): [^\n]*")]
    private static partial Regex OfTheLoad();
}
