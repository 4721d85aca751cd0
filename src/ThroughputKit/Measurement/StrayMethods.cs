namespace ThroughputKit.Measurement;

/// <summary>
/// How many methods may be compiled in half a second of an app whose code is compiled: a stray one is always somewhere, and the more code there is, the more of
/// it runs too seldom to be compiled soon, or to matter. Pure.
/// </summary>
internal static class StrayMethods
{
    /// <summary>As many are overlooked however little code there is: a method that is hot comes with dozens.</summary>
    public const long Fewest = 5;

    private const double Share = 0.01;

    /// <param name="compiled">How many methods the app's load has had compiled so far.</param>
    public static long Of(long compiled) => Math.Max(Fewest, (long)(Share * compiled));
}
