using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace ThroughputKit.Baselines;

/// <summary>Converts baselines to and from the bytes of a file. Pure; invalid bytes always result in a problem, never in a pass.</summary>
internal static class BaselineText
{
    private const string Allowed = "a baseline that ThroughputKit has written";

    // Test names stay readable: the file isn't part of a web page, so they need no HTML escapes.
    private static readonly BaselineJson _json = new(new JsonSerializerOptions(BaselineJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Returns the bytes of a file, with its tests sorted by name.</summary>
    public static byte[] Write(BaselineDocument document)
    {
        var sorted = new SortedDictionary<string, BaselineEntry>(document.Tests.ToDictionary(StringComparer.Ordinal), StringComparer.Ordinal);
        return [.. JsonSerializer.SerializeToUtf8Bytes(document with { Tests = sorted }, _json.BaselineDocument), (byte)'\n'];
    }

    /// <summary>Reads the bytes of a file.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="path">The file's path, for problem messages.</param>
    public static BaselineReading Read(ReadOnlyMemory<byte> bytes, string path)
    {
        var text = bytes.Span.StartsWith(ByteOrderMark) ? bytes[ByteOrderMark.Length..] : bytes;
        if (text.Span.IndexOfAnyExcept(" \t\r\n"u8) < 0)
        {
            return Wrong($"The baseline file {path} is empty", Allowed, ApproveSwitch.Replace);
        }

        try
        {
            using var json = JsonDocument.Parse(text, new JsonDocumentOptions { AllowDuplicateProperties = false });
            if (CheckKind(json.RootElement, path) is { } problem)
            {
                return new BaselineReading(null, problem);
            }
        }
        catch (JsonException e)
        {
            return Wrong($"The baseline file {path} is corrupt{At(e)}", Allowed, $"Is it in the midst of a merge, or is a name in it twice? {ApproveSwitch.Replace}");
        }

        return ReadOwn(text.Span, path);
    }

    private static BaselineReading ReadOwn(ReadOnlySpan<byte> text, string path)
    {
        try
        {
            var document = JsonSerializer.Deserialize(text, _json.BaselineDocument)!;
            return BaselineRules.Check(document).ToArray() is [var (what, allowed), ..]
                ? Wrong($"The baseline file {path} says that {what}", allowed, $"Was it edited by hand? {ApproveSwitch.Replace}")
                : new BaselineReading(document, null);
        }
        catch (JsonException e)
        {
            return Wrong($"The baseline file {path} doesn't have the shape of schema {BaselineDocument.OwnSchema}{At(e)}: {e.Path}", Allowed, $"Was it edited by hand? {ApproveSwitch.Replace}");
        }
    }

    // A wrong kind or version is reported before any problem with the shape.
    private static Problem? CheckKind(JsonElement root, string path)
    {
        if (root.ValueKind != JsonValueKind.Object
            || !root.TryGetProperty("kind", out var kind)
            || kind.ValueKind != JsonValueKind.String
            || !kind.ValueEquals(BaselineDocument.OwnKind))
        {
            return new Problem($"The file {path} is JSON, but no baseline of ThroughputKit", Allowed, "Is another file meant? Name one of its own; approving makes it.");
        }

        var schema = root.TryGetProperty("schema", out var version) ? version.GetRawText() : "missing";
        return !int.TryParse(schema, NumberStyles.None, CultureInfo.InvariantCulture, out var number) || number < 1
            ? new Problem($"The schema of the baseline file {path} is {schema}", $"1 to {BaselineDocument.OwnSchema}", $"No ThroughputKit has written that. {ApproveSwitch.Replace}")
            : number > BaselineDocument.OwnSchema
            ? new Problem($"The schema of the baseline file {path} is {schema}", $"1 to {BaselineDocument.OwnSchema}", "A newer ThroughputKit has written it: update the package here.")
            : null;
    }

    private static string At(JsonException e) => e.LineNumber is { } line
        ? string.Create(CultureInfo.InvariantCulture, $" at line {line + 1}")
        : "";

    private static BaselineReading Wrong(string found, string allowed, string cause) => new(null, new Problem(found, allowed, cause));
}
