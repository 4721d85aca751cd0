using System.Text.RegularExpressions;

namespace ThroughputKit.Reports;

/// <summary>Leaves the values of headers that hold secrets out of text.</summary>
internal static partial class Secrets
{
    /// <summary>Returns text whose lines of such headers have no value.</summary>
    public static string Masked(string text) => Headers().Replace(text, "${name}: (left out)");

    [GeneratedRegex(
        @"\b(?<name>authorization|proxy-authorization|cookie|set-cookie)[""']?\s*:[^\r\n]*",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant | RegexOptions.NonBacktracking)]
    private static partial Regex Headers();
}
