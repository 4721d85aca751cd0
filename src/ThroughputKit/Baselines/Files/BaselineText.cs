using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace ThroughputKit.Baselines.Files;

/// <summary>Converts baselines to and from the bytes of a file. Pure; invalid bytes always result in a problem, never in a pass.</summary>
internal static class BaselineText
{
    private const string Expected = "a baseline written by ThroughputKit";

    // Test names stay readable: the file isn't part of a web page, so they need no HTML escapes.
    private static readonly BaselineJson _json = new(
        new JsonSerializerOptions(BaselineJson.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

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
    public static (BaselineDocument? Document, Problem? Problem) Read(ReadOnlyMemory<byte> bytes, string path)
    {
        var text = bytes.Span.StartsWith(ByteOrderMark) ? bytes[ByteOrderMark.Length..] : bytes;
        if (text.Span.IndexOfAnyExcept(" \t\r\n"u8) < 0)
        {
            return Wrong($"The baseline file {path} is empty", Expected, Approval.Replace);
        }

        try
        {
            using var json = JsonDocument.Parse(text, new JsonDocumentOptions { AllowDuplicateProperties = false });
            if (CheckKind(json.RootElement, path) is { } problem)
            {
                return (null, problem);
            }
        }
        catch (JsonException e)
        {
            return Wrong($"The baseline file {path} is corrupt{At(e)}", Expected, $"Does it contain a merge conflict, or a name twice? {Approval.Replace}");
        }

        return ReadOwn(text.Span, path);
    }

    private static (BaselineDocument? Document, Problem? Problem) ReadOwn(ReadOnlySpan<byte> text, string path)
    {
        try
        {
            var document = JsonSerializer.Deserialize(text, _json.BaselineDocument)!;
            return document.Check().ToArray() is [var (what, allowed), ..]
                ? Wrong($"The baseline file {path} is invalid: {what}", allowed, $"Was it edited by hand? {Approval.Replace}")
                : (document, null);
        }
        catch (JsonException e)
        {
            return Wrong(
                $"The baseline file {path} doesn't have the shape of schema {BaselineDocument.OwnSchema}{At(e)}: {e.Path}",
                Expected,
                $"Was it edited by hand? {Approval.Replace}");
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
            return new Problem(
                $"The file {path} is JSON, but not a ThroughputKit baseline", Expected, "Is this the right file? Name a new file; approving creates it.");
        }

        var schema = root.TryGetProperty("schema", out var version) ? version.GetRawText() : "missing";
        return !int.TryParse(schema, NumberStyles.None, CultureInfo.InvariantCulture, out var number) || number < 1
            ? new Problem(
                $"The schema of the baseline file {path} is {schema}",
                $"1 to {BaselineDocument.OwnSchema}",
                $"No version of ThroughputKit writes that. {Approval.Replace}")
            : number > BaselineDocument.OwnSchema
            ? new Problem(
                $"The schema of the baseline file {path} is {schema}",
                $"1 to {BaselineDocument.OwnSchema}",
                "It was written by a newer ThroughputKit: update the package.")
            : null;
    }

    private static string At(JsonException e) => e.LineNumber is { } line
        ? string.Create(CultureInfo.InvariantCulture, $" at line {line + 1}")
        : "";

    private static (BaselineDocument? Document, Problem? Problem) Wrong(string found, string allowed, string cause) =>
        (null, new Problem(found, allowed, cause));
}
