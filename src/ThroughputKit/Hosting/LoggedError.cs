namespace ThroughputKit.Hosting;

/// <summary>An error as an app logs it, in a line. Pure.</summary>
internal static class LoggedError
{
    private const int MostOfTheMessages = 400;
    private const int MostOfTheOrigin = 300;
    private const string Frame = "   at ";
    private const string EndOfCause = "   --- ";

    /// <param name="exception">The exception that was logged, as text; <see langword="null"/> if there was none.</param>
    /// <param name="message">The message of the line.</param>
    /// <returns>The exception with its causes, and where it was thrown, by code whose lines are known if there is some; without an exception, the message.</returns>
    public static string? Describe(string? exception, string? message)
    {
        var text = string.IsNullOrWhiteSpace(exception) ? Shorten((message ?? "").ReplaceLineEndings(" ").Trim(), MostOfTheMessages) : InALine(exception);
        return text.Length == 0 ? null : text;
    }

    // What an exception says of itself: its message, those of its causes, and then frame by frame where it came from.
    private static string InALine(string exception)
    {
        var lines = exception.ReplaceLineEndings("\n").Split('\n').Select(l => l.TrimEnd()).Where(l => l.Length > 0 && !l.StartsWith(EndOfCause, StringComparison.Ordinal)).ToArray();
        var frames = Array.FindAll(lines, IsFrame);
        var messages = Shorten(string.Join(' ', lines.TakeWhile(l => !IsFrame(l)).Select(l => l.Trim())), MostOfTheMessages);
        var origin = Array.Find(frames, f => f.Contains(":line ", StringComparison.Ordinal)) ?? frames.FirstOrDefault() ?? "";
        return $"{messages} {Shorten(origin.Trim(), MostOfTheOrigin)}".Trim();
    }

    private static bool IsFrame(string line) => line.StartsWith(Frame, StringComparison.Ordinal);

    private static string Shorten(string text, int most) =>
        text.Length <= most ? text : $"{text[..(char.IsHighSurrogate(text[most - 1]) ? most - 1 : most)]}…";
}
