using System.Text.Json;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>Parses a JSON object in each line. Texts are taken without quotes, anything else as it is written.</summary>
internal static class JsonLines
{
    /// <param name="name">The name of the file, for messages.</param>
    /// <param name="text">Its text.</param>
    public static DataRows Parse(string name, string text)
    {
        string[]? columns = null;
        List<string[]> rows = [];
        foreach (var (i, line) in text.Split('\n').Index().Where(l => !string.IsNullOrWhiteSpace(l.Item)))
        {
            try
            {
                using var json = JsonDocument.Parse(line);
                Dictionary<string, string> values = json.RootElement.EnumerateObject().ToDictionary(
                    p => p.Name, p => p.Value.ValueKind == JsonValueKind.String ? p.Value.GetString()! : p.Value.GetRawText(), StringComparer.Ordinal);
                columns ??= [.. values.Keys];
                if (values.Count != columns.Length || !columns.All(values.ContainsKey))
                {
                    return Wrong(name, i + 1, $"has the properties {string.Join(", ", values.Keys)}", $"those of the first line: {string.Join(", ", columns)}");
                }

                rows.Add([.. columns.Select(c => values[c])]);
            }
            catch (Exception e) when (e is JsonException or InvalidOperationException or ArgumentException)
            {
                return Wrong(name, i + 1, $"can't be read: {e.Message}", "one JSON object in each line, without a property twice");
            }
        }

        return DataRows.Of(columns ?? [], rows, name);
    }

    private static DataRows Wrong(string name, int line, string found, string expected) => DataRows.Wrong(new Problem(
        Invariant($"{name}, line {line:N0} {found}"), expected, "Is it one JSON array, or indented? Write each object in a line of its own."));
}
