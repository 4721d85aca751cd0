using System.Globalization;
using ThroughputKit.Tests.Support;

namespace Traffic;

/// <summary>Whether runs with the same seeds send the same requests, in the same order on each connection: the mix twice, as an app receives it.</summary>
internal static class OrderSection
{
    private const int Requests = 6_000;

    /// <returns>Whether they do.</returns>
    public static async Task<bool> RunAsync()
    {
        await using var app = await RecordingApp.StartAsync();
        var mix = Loads.Mix(app.Test, r => r); // the app answers in plain text
        await app.ReceiveAsync(mix, Requests);
        await app.ReceiveAsync(mix, Requests);

        // A connection of the second run is known by its first request; what it sent until the app had enough may be more or less than in the first run.
        var connections = app.Received.GroupBy(r => r.Connection, r => r.Target).Select(c => c.ToArray());
        string[][][] pairs = [.. connections.GroupBy(c => c[0]).Select(p => p.ToArray())];
        var areSame = Array.TrueForAll(pairs, p => p is [var first, var second] && first.Zip(second).All(r => r.First == r.Second));
        var compared = pairs.Sum(p => p.Min(c => c.Length));
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"Two runs with the same seeds: {compared:N0} requests on {pairs.Length} connections, {(areSame ? "the same" : "NOT THE SAME")}"));
        Console.WriteLine();
        return areSame;
    }
}
