using ThroughputKit;

namespace QuickStart;

/// <summary>One way of doing the work.</summary>
internal sealed record Contender(string Name, LoadTest Test);
