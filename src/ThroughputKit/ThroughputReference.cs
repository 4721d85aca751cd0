namespace ThroughputKit;

/// <summary>References for gates of comparisons in attributes, beside the names of methods.</summary>
public static class ThroughputReference
{
    /// <summary>The kit's own bare Kestrel endpoint, as <see cref="LoadTest.BuiltIn"/>: a ratio to it means about the same on every machine.</summary>
    public const string BuiltIn = "(built-in)";
}
