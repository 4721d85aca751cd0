using ThroughputKit.Requests.Data;

namespace ThroughputKit.Scenarios;

/// <summary>What a virtual user goes on from, also in a further run of the same test: the number of its iterations, and its random numbers.</summary>
/// <param name="number">The number of the user.</param>
internal sealed class UserPast(int number)
{
    public long Iterations { get; set; }

    // Scattered, because the first numbers of neighbouring seeds are alike.
    public Random Random { get; } = new((int)(Scatter.Of((ulong)number) & int.MaxValue));
}
