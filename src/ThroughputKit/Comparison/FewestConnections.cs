namespace ThroughputKit.Comparison;

/// <summary>Finds the fewest connections that keep an app as busy as more would. Pure but for the measuring that it is given.</summary>
/// <remarks>
/// The more requests wait in the app, the longer each takes, and the fewer slices there is time for: over 64 connections the sample with a database had 40
/// slices in a comparison, and 232 over 8, of the same number of requests.
/// </remarks>
internal static class FewestConnections
{
    // What a short measurement can't tell from nothing.
    private const double Gain = 1.05;

    /// <param name="fewest">How many it begins with.</param>
    /// <param name="most">How many there may be.</param>
    /// <param name="measureRps">Measures throughput over a number of connections.</param>
    public static async Task<int> FindAsync(int fewest, int most, Func<int, Task<double>> measureRps)
    {
        Dictionary<int, double> measured = [];
        var count = Math.Min(fewest, most);
        while (count < most)
        {
            // Neither twice nor four times as many bring more: one step alone may be a slow moment.
            var next = Math.Min(2 * count, most);
            var rps = await MeasureAsync(count).ConfigureAwait(false);
            if (await MeasureAsync(next).ConfigureAwait(false) < Gain * rps && await MeasureAsync(Math.Min(2 * next, most)).ConfigureAwait(false) < Gain * rps)
            {
                break;
            }

            count = next;
        }

        return count;

        async Task<double> MeasureAsync(int connections) =>
            measured.TryGetValue(connections, out var known) ? known : measured[connections] = await measureRps(connections).ConfigureAwait(false);
    }
}
