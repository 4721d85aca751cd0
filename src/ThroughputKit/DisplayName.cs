namespace ThroughputKit;

/// <summary>A name given by the user, for tables and messages.</summary>
internal static class DisplayName
{
    public static bool IsOneLine(string name) => !name.Any(Breaks);

    /// <summary>Returns a text with what would break the line, or can't be seen but makes a difference, escaped as in C#.</summary>
    public static string Show(string text) => string.Concat(text.Select(c => c switch
    {
        '\t' => @"\t",
        '\r' => @"\r",
        '\n' => @"\n",
        _ => Breaks(c) || c == '\uFEFF' ? $"\\u{(int)c:X4}" : $"{c}",
    }));

    /// <summary>Finds problems with the name of an object for which a name is optional.</summary>
    public static IEnumerable<Problem> Check(string what, string? name)
    {
        if (name is not null && (string.IsNullOrWhiteSpace(name) || !IsOneLine(name)))
        {
            yield return new Problem(
                $"A {what} is named '{Show(name)}'",
                "a name that is not blank and has no line breaks or other control characters",
                "The name appears in tables and messages. Without Named, it is the method and the path.");
        }
    }

    // The last two are the line separator and the paragraph separator.
    private static bool Breaks(char c) => char.IsControl(c) || c is '\u2028' or '\u2029';
}
