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
    public static IEnumerable<Problem> Check(string what, string? name) => name is null ? []
        : Check($"A {what}", name, "The name appears in tables and messages. Without Named, it is the method and the path.");

    /// <summary>Finds problems with a name.</summary>
    /// <param name="what">What has the name, as the beginning of a sentence.</param>
    /// <param name="name">The name.</param>
    /// <param name="use">What the name is for, in a sentence.</param>
    public static IEnumerable<Problem> Check(string what, string name, string use) => Problem.If(
        string.IsNullOrWhiteSpace(name) || !IsOneLine(name),
        $"{what} is named '{Show(name)}'", "a name that is not blank and has no line breaks or other control characters", use);

    // The last two are the line separator and the paragraph separator.
    private static bool Breaks(char c) => char.IsControl(c) || c is '\u2028' or '\u2029';
}
