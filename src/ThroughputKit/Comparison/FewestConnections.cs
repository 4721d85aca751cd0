namespace ThroughputKit.Comparison;

/// <summary>Finds the fewest connections that keep an app as busy as more would. Pure but for the measuring that it is given.</summary>
/// <remarks>
/// The more requests wait in the app, the longer each takes, and the fewer slices there is time for: over 64 connections the sample with a database had 40
/// slices in a comparison, and 232 over 8, of the same number of requests.
/// </remarks>
internal static class FewestConnections
{
    // What a short measurement can't tell from nothing. Of processor time that is little; throughput may double from one such moment to the next.
    private const double Gain = 1.1;

    /// <param name="fewest">How many it begins with.</param>
    /// <param name="most">How many there may be.</param>
    /// <param name="measureBusy">Measures how busy the app is over a number of connections, in any unit.</param>
    public static async Task<int> FindAsync(int fewest, int most, Func<int, Task<double>> measureBusy)
    {
        Dictionary<int, double> measured = [];
        var count = Math.Min(fewest, most);
        while (count < most)
        {
            // Neither twice nor four times as many bring more: one step alone may be a slow moment.
            var next = Math.Min(2 * count, most);
            var busy = await MeasureAsync(count).ConfigureAwait(false);
            if (await MeasureAsync(next).ConfigureAwait(false) < Gain * busy && await MeasureAsync(Math.Min(2 * next, most)).ConfigureAwait(false) < Gain * busy)
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
