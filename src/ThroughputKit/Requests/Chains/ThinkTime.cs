using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests.Chains;

/// <summary>The time between a response and the user's next request: any between two limits.</summary>
internal readonly record struct ThinkTime(TimeSpan Least, TimeSpan Most)
{
    public bool IsSet => Most > TimeSpan.Zero;

    /// <summary>Returns one of the times, the same for the same number.</summary>
    public TimeSpan At(ulong number) =>
        Least + TimeSpan.FromTicks((long)Math.BigMul(Scatter.Of(number), (ulong)(Most - Least).Ticks + 1, out _));
}
