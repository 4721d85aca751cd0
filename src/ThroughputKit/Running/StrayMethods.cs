namespace ThroughputKit.Running;

/// <summary>
/// The number of methods that may be compiled per half second once the app's code is compiled. There is always a stray method somewhere.
/// The more code there is, the more of it runs too rarely to be compiled soon, or to matter. Pure.
/// </summary>
internal static class StrayMethods
{
    /// <summary>The number that is always ignored, however little code there is. A hot method comes with dozens of others.</summary>
    public const long Fewest = 5;

    private const double Share = 0.01;

    /// <param name="compiled">The number of methods compiled so far because of the load.</param>
    public static long Of(long compiled) => Math.Max(Fewest, (long)(Share * compiled));
}
