namespace ThroughputKit.Slices;

/// <summary>Finds the minimum number of connections that keep an app as busy as more would. Pure, except for the measuring function that it receives.</summary>
/// <remarks>
/// The more requests wait in the app, the longer each takes, and the fewer slices fit into the time. In a comparison, the sample with a database
/// had 40 slices over 64 connections, and 232 over 8 connections, with the same number of requests.
/// </remarks>
internal static class FewestConnections
{
    // The smallest gain that a short measurement can distinguish from noise. For processor time it is small; throughput may double from
    // one short measurement to the next.
    private const double Gain = 1.1;

    /// <param name="fewest">The number of connections to start with.</param>
    /// <param name="most">The maximum number of connections.</param>
    /// <param name="measureBusy">Measures how busy the app is over a number of connections, in any unit.</param>
    public static async Task<int> FindAsync(int fewest, int most, Func<int, Task<double>> measureBusy)
    {
        Dictionary<int, double> measured = [];
        var count = Math.Min(fewest, most);
        while (count < most)
        {
            // Stop only if neither twice nor four times as many connections gain anything: one step alone may fall on a slow moment.
            var next = Math.Min(2 * count, most);
            var busy = await MeasureAsync(count).ConfigureAwait(false);
            if (await MeasureAsync(next).ConfigureAwait(false) < Gain * busy
                && await MeasureAsync(Math.Min(2 * next, most)).ConfigureAwait(false) < Gain * busy)
            {
                break;
            }

            count = next;
        }

        return count;

        async Task<double> MeasureAsync(int connections) =>
            measured.TryGetValue(connections, out var known) ? known : measured[connections] = await measureBusy(connections).ConfigureAwait(false);
    }
}
