namespace ThroughputKit.Hosting.Logging;

/// <summary>Formats an error from an app's log: an exception with its stack, or a message. Pure.</summary>
internal static class LoggedError
{
    private const int MaxLines = 40;
    private const int MaxOfALine = 300;
    private const int MaxOfTheMessages = 400;
    private const string Frame = "at ";
    private const string EndOfCause = "--- ";

    /// <summary>Returns the error, cut to a readable length.</summary>
    public static string? Shorten(string? text)
    {
        var lines = (text ?? "").ReplaceLineEndings("\n").Split('\n').Select(l => l.TrimEnd()).Where(l => l.Length > 0).Take(MaxLines + 1).ToArray();
        return lines.Length == 0 ? null : string.Join(
            Environment.NewLine, [.. lines.Take(MaxLines).Select(l => Cut(l, MaxOfALine)), .. lines.Length > MaxLines ? new[] { "…" } : []]);
    }

    /// <summary>
    /// Returns the error in one line: its message, the messages of its causes and, for an exception, the frame that threw it. Prefers a frame
    /// with a line number.
    /// </summary>
    public static string InALine(string error)
    {
        var lines = error.ReplaceLineEndings("\n").Split('\n').Select(l => l.Trim())
            .Where(l => l.Length > 0 && !l.StartsWith(EndOfCause, StringComparison.Ordinal)).ToArray();
        var frames = Array.FindAll(lines, IsFrame);
        var messages = Cut(string.Join(' ', lines.TakeWhile(l => !IsFrame(l))), MaxOfTheMessages);
        var origin = Array.Find(frames, f => f.Contains(":line ", StringComparison.Ordinal))
            ?? Array.Find(frames, f => !f.Contains("lambda_method", StringComparison.Ordinal)) ?? "";
        return $"{messages} {Cut(origin, MaxOfALine)}".Trim();
    }

    private static bool IsFrame(string line) => line.StartsWith(Frame, StringComparison.Ordinal);

    private static string Cut(string text, int most) =>
        text.Length <= most ? text : $"{text[..(char.IsHighSurrogate(text[most - 1]) ? most - 1 : most)]}…";
}
