namespace ThroughputKit.Baselines;

/// <summary>A file of baselines, in the order in which it is written.</summary>
internal sealed record BaselineDocument
{
    /// <summary>What says that a file is one of these.</summary>
    public const string OwnKind = "ThroughputKit baseline";

    /// <summary>The version of the shape. Any change of the shape, a new member too, is a new one.</summary>
    public const int OwnSchema = 2;

    /// <summary>Gets the baselines of a file that isn't there yet.</summary>
    public static IReadOnlyDictionary<string, BaselineEntry> None { get; } = new Dictionary<string, BaselineEntry>(StringComparer.Ordinal);

    public string Kind { get; init; } = OwnKind;

    public int Schema { get; init; } = OwnSchema;

    /// <summary>Gets the baselines by the names of their tests.</summary>
    public required IReadOnlyDictionary<string, BaselineEntry> Tests { get; init; }
}
