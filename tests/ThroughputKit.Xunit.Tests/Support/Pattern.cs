using System.Text.RegularExpressions;

namespace ThroughputKit.Tests.XunitV2.Support;

/// <summary>A text in which <c>#</c> stands for any number, with its sign, separators and decimals.</summary>
internal static class Pattern
{
    public static void Matches(string expected, string actual) =>
        Assert.Matches($"^{Of(expected)}$", Normalized(actual));

    public static void IsIn(string expected, string actual) => Assert.Matches(Of(expected), Normalized(actual));

    private static string Of(string expected) => Regex.Escape(Normalized(expected)).Replace("\\#", "[-+]?[0-9][0-9,.]*", StringComparison.Ordinal);

    private static string Normalized(string text) => text.ReplaceLineEndings("\n").TrimEnd();
}
