namespace ThroughputKit.Testing;

/// <summary>An attribute that marks a method as a throughput test, in any test framework.</summary>
internal interface IThroughputAttribute
{
    TestSettings Settings { get; }
}
