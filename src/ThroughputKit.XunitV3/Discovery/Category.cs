namespace ThroughputKit.Discovery;

/// <summary>The category of every throughput test, to run these tests alone or to leave them out.</summary>
internal static class Category
{
    public static IReadOnlyCollection<KeyValuePair<string, string>> Traits { get; } = [new("Category", "Throughput")];
}
