namespace ThroughputKit;

/// <summary>References for comparison gates in attributes, in addition to method names.</summary>
public static class ThroughputReference
{
    /// <summary>The kit's own bare Kestrel endpoint, as in <see cref="LoadTest.BuiltIn"/>: a ratio to it means about the same on every machine.</summary>
    /// <remarks>It is loaded over https if the test is, by <see cref="LoadTest.OverHttps"/>.</remarks>
    public const string BuiltIn = "(built-in)";
}
