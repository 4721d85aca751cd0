using System.Globalization;

namespace ThroughputKit.Counting;

/// <summary>Writes counted texts as the values of a message, and reads them. A value is a kind, a count or a question mark, and a text or a reason.</summary>
internal static class CountedTextsLine
{
    private const string Unknown = "?";

    public static string[] Write(CountedTexts counted) =>
    [
        .. counted.Texts.Select(t => string.Create(CultureInfo.InvariantCulture, $"{t.Kind} {t.Count} {t.Text}")),
        .. counted.WhyUnknown.Select(u => $"{u.Key} {Unknown} {u.Value}"),
    ];

    /// <summary>Returns what was written; <see langword="null"/> if it makes no sense.</summary>
    public static CountedTexts? Read(string[] values)
    {
        var texts = new List<CountedText>();
        var unknown = new Dictionary<CountKind, string>();
        foreach (var value in values)
        {
            if (value.Split(' ', 3) is not [var name, var count, var text] || !Enum.TryParse<CountKind>(name, out var kind) || !Enum.IsDefined(kind))
            {
                return null;
            }

            if (count == Unknown)
            {
                unknown[kind] = text;
            }
            else if (long.TryParse(count, CultureInfo.InvariantCulture, out var number))
            {
                texts.Add(new CountedText(kind, text, number));
            }
            else
            {
                return null;
            }
        }

        return new CountedTexts(texts, unknown);
    }
}
