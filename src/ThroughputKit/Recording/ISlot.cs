namespace ThroughputKit.Recording;

/// <summary>What is kept of a stretch of time.</summary>
/// <typeparam name="TSelf">The type itself.</typeparam>
internal interface ISlot<TSelf>
    where TSelf : struct, ISlot<TSelf>
{
    /// <summary>Adds a stretch that is no earlier.</summary>
    void Add(in TSelf later);
}
