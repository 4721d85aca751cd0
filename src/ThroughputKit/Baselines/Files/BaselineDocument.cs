namespace ThroughputKit.Baselines.Files;

/// <summary>A baseline file. Its members are in the order in which they are written.</summary>
internal sealed record BaselineDocument
{
    /// <summary>The kind that identifies a baseline file.</summary>
    public const string OwnKind = "ThroughputKit baseline";

    /// <summary>The version of the file's shape. Any change to the shape, including a new member, is a new version.</summary>
    public const int OwnSchema = 2;

    /// <summary>Gets the baselines of a file that doesn't exist yet.</summary>
    public static IReadOnlyDictionary<string, BaselineEntry> None { get; } = new Dictionary<string, BaselineEntry>(StringComparer.Ordinal);

    public string Kind { get; init; } = OwnKind;

    public int Schema { get; init; } = OwnSchema;

    /// <summary>Gets the baselines by test name.</summary>
    public required IReadOnlyDictionary<string, BaselineEntry> Tests { get; init; }
}
