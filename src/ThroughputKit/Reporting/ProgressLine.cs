using System.Globalization;
using System.Text;

namespace ThroughputKit.Reporting;

/// <summary>
/// Decides what of a run's progress is written, and how: one line that is rewritten, or plain lines where that is impossible. It has neither colours nor escape
/// codes. Pure: reports and times in, text out.
/// </summary>
/// <param name="canRewrite">Whether a line can be rewritten, if the terminal is wide enough.</param>
internal sealed class ProgressLine(bool canRewrite)
{
    /// <summary>The minimum width of a terminal, in columns, for a line that is rewritten.</summary>
    public const int MinWidth = 40;

    /// <summary>The maximum length of a plain line, in columns.</summary>
    public const int MaxPlain = 400;

    // From here on, a character may take two columns.
    private const int FirstWide = 0x1100;

    private static readonly TimeSpan _betweenRewrites = TimeSpan.FromSeconds(0.25);
    private static readonly TimeSpan _betweenLines = TimeSpan.FromSeconds(10);

    private string? _step;
    private TimeSpan _written;
    private int _shown; // columns of the line that can be rewritten

    /// <summary>Returns what to write for a report; <see langword="null"/> for nothing, because the same step was shown a moment ago.</summary>
    /// <param name="progress">The report.</param>
    /// <param name="now">The time since any moment.</param>
    /// <param name="width">The width of the terminal in columns; zero if it has none.</param>
    public string? Next(LoadProgress progress, TimeSpan now, int width)
    {
        var rewrites = canRewrite && width >= MinWidth;
        if (progress.Step == _step && now - _written < (rewrites ? _betweenRewrites : _betweenLines))
        {
            return null;
        }

        (_step, _written) = (progress.Step, now);
        if (!rewrites)
        {
            return $"{Clear(width)}{Cut(progress.ToString(), MaxPlain).Text}{Environment.NewLine}";
        }

        var most = width - 1; // in the last column the cursor would go to the next line
        var whole = Cut(progress.ToString(), int.MaxValue);
        var line = whole.Columns <= most ? whole : Cut(progress.ToShortString(), most);
        var clear = Clear(width);
        _shown = line.Columns;
        return $"{(clear.Length == 0 ? "\r" : clear)}{line.Text}";
    }

    /// <summary>Returns what removes the line that can be rewritten; empty if there is none.</summary>
    /// <param name="width">The width of the terminal in columns, which may have changed.</param>
    public string Clear(int width)
    {
        var columns = Math.Min(_shown, Math.Max(0, width - 1));
        _shown = 0;
        return columns == 0 ? "" : $"\r{new string(' ', columns)}\r";
    }

    // Names come from the user, and in them characters that would move the cursor, or change the order of others.
    private static (string Text, int Columns) Cut(string text, int most)
    {
        var (cut, columns) = (new StringBuilder(), 0);
        foreach (var rune in DisplayName.Show(text).EnumerateRunes())
        {
            if (Rune.GetUnicodeCategory(rune) == UnicodeCategory.Format)
            {
                continue;
            }

            var wide = rune.Value < FirstWide ? 1 : 2;
            if (columns + wide > most)
            {
                break;
            }

            cut.Append(rune.ToString());
            columns += wide;
        }

        return (cut.ToString(), columns);
    }
}
