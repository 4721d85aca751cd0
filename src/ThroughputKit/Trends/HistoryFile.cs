using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace ThroughputKit.Trends;

/// <summary>What the name of a file in a history says. The result itself knows neither its time nor its commit.</summary>
/// <param name="Time">When the result was measured.</param>
/// <param name="Commit">The commit that was measured; <see langword="null"/> if unknown.</param>
/// <param name="Name">The name of the test; <see langword="null"/> if only the result says it.</param>
internal sealed record HistoryFile(DateTimeOffset Time, string? Commit, string? Name)
{
    public const string Extension = ".json";

    private const string TimeFormat = "yyyyMMdd'T'HHmmss'.'fff'Z'";
    private const char Separator = '+'; // which is escaped in the parts
    private const int MaxCommit = 40;
    private const int MaxName = 140;

    /// <summary>Returns a file name that sorts by time and that any file system can hold, whatever is in the name of the test.</summary>
    /// <param name="number">The number of the file among those of the same name, from 1.</param>
    public string FileName(int number) => string.Join(
        Separator,
        [
            Time.UtcDateTime.ToString(TimeFormat, CultureInfo.InvariantCulture),
            Escape(Commit ?? "", MaxCommit),
            Escape(Name ?? "", MaxName),
            .. number > 1 ? [number.ToString(CultureInfo.InvariantCulture)] : Array.Empty<string>(),
        ]) + Extension;

    /// <summary>Reads a file name; <see langword="null"/> if it doesn't begin with a time.</summary>
    public static HistoryFile? Parse(string fileName)
    {
        var parts = Path.GetFileNameWithoutExtension(fileName).Split(Separator);
        return DateTimeOffset.TryParseExact(
            parts[0], TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal, out var time)
            ? new HistoryFile(time, Part(1), Part(2))
            : null;

        string? Part(int index) => parts.Length > index && parts[index].Length > 0 ? Uri.UnescapeDataString(parts[index]) : null;
    }

    // Two long names that begin alike stay different.
    private static string Escape(string text, int most)
    {
        var escaped = Uri.EscapeDataString(text);
        if (escaped.Length <= most)
        {
            return escaped;
        }

        var hash = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)))[..8];
        var begin = new StringBuilder();
        foreach (var rune in text.EnumerateRunes())
        {
            var next = Uri.EscapeDataString(rune.ToString());
            if (begin.Length + next.Length > most - hash.Length - 1)
            {
                break;
            }

            begin.Append(next);
        }

        return $"{begin}~{hash}";
    }
}
