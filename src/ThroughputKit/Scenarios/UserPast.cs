using ThroughputKit.Requests.Data;

namespace ThroughputKit.Scenarios;

/// <summary>What a virtual user goes on from, also in a further run of the same test: the number of its iterations, and its random numbers.</summary>
/// <param name="number">The number of the user.</param>
internal sealed class UserPast(int number)
{
    public long Iterations { get; set; }

    public Random Random { get; private set; } = RandomOf((ulong)number);

    /// <summary>Leaves the random numbers to code that may still use them.</summary>
    public void LeaveRandom() => Random = RandomOf(((ulong)Iterations << 32) + (ulong)number);

    // Scattered, because the first numbers of neighbouring seeds are alike.
    private static SharedRandom RandomOf(ulong seed) => new((int)(Scatter.Of(seed) & int.MaxValue));
}
