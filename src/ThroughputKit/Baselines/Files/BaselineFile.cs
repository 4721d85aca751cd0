using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace ThroughputKit.Baselines.Files;

/// <summary>Reads and writes baseline files. An invalid file always results in a problem, never in a pass.</summary>
internal static partial class BaselineFile
{
    // A test takes less than a kilobyte per request.
    internal const int MaxBytes = 16 * 1024 * 1024;

    private const string Expected = "a baseline written by ThroughputKit";

    // Test names stay readable: the file isn't part of a web page, so they need no HTML escapes.
    private static readonly Json _json = new(new JsonSerializerOptions(Json.Default.Options) { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping });

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    /// <summary>Reads a file.</summary>
    /// <returns>The baselines; <see langword="null"/> if the file doesn't exist.</returns>
    /// <exception cref="LoadTestException">The file is not a baseline file, or can't be read.</exception>
    public static BaselineDocument? Read(string path)
    {
        try
        {
            var file = new FileInfo(path);
            if (!file.Exists)
            {
                return Directory.Exists(path) ? throw Wrong($"The baseline {path} is a folder", "a file", "Name a file in it.") : null;
            }

            return file.Length <= MaxBytes ? Parse(File.ReadAllBytes(path), path) : throw Wrong(
                FormattableString.Invariant($"The baseline file {path} has {file.Length:N0} B"),
                FormattableString.Invariant($"at most {MaxBytes:N0} B"),
                "Is this the right file? Or give each test class its own file.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Wrong($"The baseline file {path} can't be read: {e.Message}", "a file that this user can read", "Does another program have it open?");
        }
    }

    /// <summary>Changes a file based on its content at that moment, or creates it.</summary>
    /// <exception cref="LoadTestException">The file is not a baseline file, or can't be written.</exception>
    public static void Change(string path, Func<IReadOnlyDictionary<string, BaselineEntry>, IReadOnlyDictionary<string, BaselineEntry>?> change)
    {
        if (change(Read(path)?.Tests ?? BaselineDocument.None) is not { } changed)
        {
            return;
        }

        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, Format(new BaselineDocument { Tests = changed }));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Wrong(
                $"The baseline file {path} can't be written: {e.Message}",
                "a file that this user can write",
                "Are the sources read-only here, or locked by source control? Approve where you can commit.",
                e);
        }
    }

    /// <summary>Returns the bytes of a file, with its tests sorted by name.</summary>
    public static byte[] Format(BaselineDocument document)
    {
        var sorted = new SortedDictionary<string, BaselineEntry>(document.Tests.ToDictionary(StringComparer.Ordinal), StringComparer.Ordinal);
        return [.. JsonSerializer.SerializeToUtf8Bytes(document with { Tests = sorted }, _json.BaselineDocument), (byte)'\n'];
    }

    /// <summary>Reads the bytes of a file.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="path">The file's path, for problem messages.</param>
    /// <exception cref="LoadTestException">They are not those of a baseline file.</exception>
    public static BaselineDocument Parse(ReadOnlyMemory<byte> bytes, string path)
    {
        var text = bytes.Span.StartsWith(ByteOrderMark) ? bytes[ByteOrderMark.Length..] : bytes;
        if (text.Span.IndexOfAnyExcept(" \t\r\n"u8) < 0)
        {
            throw Wrong($"The baseline file {path} is empty", Expected, Approval.Replace);
        }

        try
        {
            using var json = JsonDocument.Parse(text, new JsonDocumentOptions { AllowDuplicateProperties = false });
            ThrowIfOtherKind(json.RootElement, path);
        }
        catch (JsonException e)
        {
            throw Wrong($"The baseline file {path} is corrupt{At(e)}", Expected, $"Does it contain a merge conflict, or a name twice? {Approval.Replace}");
        }

        try
        {
            var document = JsonSerializer.Deserialize(text.Span, _json.BaselineDocument)!;
            return document.Check().ToArray() is [var (what, allowed), ..]
                ? throw Wrong($"The baseline file {path} is invalid: {what}", allowed, $"Was it edited by hand? {Approval.Replace}")
                : document;
        }
        catch (JsonException e)
        {
            throw Wrong(
                $"The baseline file {path} doesn't have the shape of schema {BaselineDocument.OwnSchema}{At(e)}: {e.Path}",
                Expected,
                $"Was it edited by hand? {Approval.Replace}");
        }
    }

    // A wrong kind or version is reported before any problem with the shape.
    private static void ThrowIfOtherKind(JsonElement root, string path)
    {
        if (root.ValueKind != JsonValueKind.Object
            || !root.TryGetProperty("kind", out var kind)
            || kind.ValueKind != JsonValueKind.String
            || !kind.ValueEquals(BaselineDocument.OwnKind))
        {
            throw Wrong(
                $"The file {path} is JSON, but not a ThroughputKit baseline", Expected, "Is this the right file? Name a new file; approving creates it.");
        }

        var schema = root.TryGetProperty("schema", out var version) ? version.GetRawText() : "missing";
        var isVersion = int.TryParse(schema, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= 1;
        if (!isVersion || number > BaselineDocument.OwnSchema)
        {
            throw Wrong(
                $"The schema of the baseline file {path} is {schema}",
                $"1 to {BaselineDocument.OwnSchema}",
                isVersion ? "It was written by a newer ThroughputKit: update the package." : $"No version of ThroughputKit writes that. {Approval.Replace}");
        }
    }

    private static string At(JsonException e) => FormattableString.Invariant($"{(e.LineNumber is null ? "" : " at line ")}{e.LineNumber + 1}");

    private static LoadTestException Wrong(string found, string allowed, string cause, Exception? inner = null) =>
        new(new Problem(found, allowed, cause), inner);

    /// <summary>Defines the JSON format of baselines. Each figure is on its own line, so that changing one figure changes one line.</summary>
    [JsonSourceGenerationOptions(
        JsonSerializerDefaults.Strict,
        WriteIndented = true,
        NewLine = "\n",
        PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
        UseStringEnumConverter = true)]
    [JsonSerializable(typeof(BaselineDocument))]
    private sealed partial class Json : JsonSerializerContext;
}
