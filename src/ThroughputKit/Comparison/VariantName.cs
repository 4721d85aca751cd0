namespace ThroughputKit.Comparison;

/// <summary>The name of a variant in a line of text.</summary>
internal static class VariantName
{
    public static bool IsOneLine(string name) => !name.Any(Breaks);

    /// <summary>The name with what would break the line written out.</summary>
    public static string Show(string name) => string.Concat(name.Select(c => Breaks(c) ? $"\\u{(int)c:X4}" : c.ToString()));

    // The last two are the line and the paragraph separator.
    private static bool Breaks(char c) => char.IsControl(c) || c is '\u2028' or '\u2029';
}
