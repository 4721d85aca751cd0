
namespace ThroughputKit.Slices;

/// <summary>The problem of a measurement that could not go on. What was measured until then must not be lost with the error.</summary>
internal static class BrokenOff
{
    /// <param name="what">What was measured, such as "comparison".</param>
    /// <param name="placements">The number of placements until then.</param>
    /// <param name="until">The results until then.</param>
    public static Problem Of(string what, int placements, object until) => new(
        $"The {what} could not continue after {Counted.Of(placements, "placement")}: connections to all apps are opened anew for each",
        "apps that accept new connections, and that can be restarted if the kit starts them",
        $"Results so far:{Environment.NewLine}{until}");
}
