namespace ThroughputKit.Discovery;

/// <summary>The category of every throughput test, so that these tests can be run alone or left out.</summary>
internal static class Category
{
    public static IReadOnlyCollection<KeyValuePair<string, string>> Traits { get; } = [new("Category", "Throughput")];
}
