using System.Text.RegularExpressions;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>
/// A text in which <c>#</c> stands for any number, with its sign, separators and decimals, and <c>@</c> for how long the test
/// runner says that a test took, such as <c>13 ms</c> or <c>1 m 2 s</c>.
/// </summary>
internal static partial class Pattern
{
    public static void Matches(string expected, string actual) =>
        Assert.Matches($"^{Of(expected)}$", Normalized(actual));

    public static void IsIn(string expected, string actual) => Assert.Matches(Of(expected), Normalized(actual));

    private static string Of(string expected) => Regex.Escape(Normalized(expected))
        .Replace("\\#", "[-+]?[0-9][0-9,.]*", StringComparison.Ordinal)
        .Replace("@", "[0-9]+ (ms|s|m|h)( [0-9]+ s)?", StringComparison.Ordinal);

    // Any run on a busy machine has that line.
    private static string Normalized(string text) => BusyMachine().Replace(text.ReplaceLineEndings("\n"), "").TrimEnd();

    [GeneratedRegex(@"\n *Warning MachineBusy: [^\n]*")]
    private static partial Regex BusyMachine();
}
