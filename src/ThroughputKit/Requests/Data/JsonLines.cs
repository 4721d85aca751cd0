using System.Text.Json;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>Parses a JSON object in each line. Texts are taken without quotes, anything else as it is written.</summary>
internal static class JsonLines
{
    /// <param name="name">The name of the file, for messages.</param>
    /// <param name="file">Its text in UTF-8.</param>
    public static DataRows Parse(string name, ReadOnlyMemory<byte> file)
    {
        string[]? columns = null;
        var values = new ValueTable(file.Length);
        for (var number = 1; !file.IsEmpty; number++)
        {
            var line = file.Span.IndexOf((byte)'\n') is >= 0 and var end ? file[..end] : file;
            file = file[Math.Min(line.Length + 1, file.Length)..];
            if (line.Span.Trim(" \t\r"u8).IsEmpty)
            {
                continue;
            }

            try
            {
                using var json = JsonDocument.Parse(line, new JsonDocumentOptions { AllowDuplicateProperties = false });
                columns ??= [.. json.RootElement.EnumerateObject().Select(p => p.Name)];
                if (json.RootElement.GetPropertyCount() != columns.Length || !TryAdd(json.RootElement, columns, values))
                {
                    var names = json.RootElement.EnumerateObject().Select(p => p.Name);
                    return Wrong(name, number, $"has the properties {string.Join(", ", names)}", $"those of the first line: {string.Join(", ", columns)}");
                }
            }
            catch (Exception e) when (e is JsonException or InvalidOperationException)
            {
                return Wrong(name, number, $"can't be read: {e.Message}", "one JSON object in each line, without a property twice");
            }
        }

        return DataRows.Of(columns ?? [], values, name);
    }

    private static bool TryAdd(JsonElement row, string[] columns, ValueTable values)
    {
        foreach (var column in columns)
        {
            if (!row.TryGetProperty(column, out var value))
            {
                return false;
            }

            if (value.ValueKind == JsonValueKind.Null)
            {
                values.AddNull();
            }
            else
            {
                values.TryAdd(value.ValueKind == JsonValueKind.String ? value.GetString()! : value.GetRawText());
            }
        }

        return true;
    }

    private static DataRows Wrong(string name, int line, string found, string expected) => DataRows.Wrong(new Problem(
        Invariant($"{name}, line {line:N0} {found}"), expected, "Is it one JSON array, or indented? Write each object in a line of its own."));
}
