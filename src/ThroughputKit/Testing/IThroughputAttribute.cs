namespace ThroughputKit.Testing;

/// <summary>An attribute that makes a method a throughput test, whatever the test framework.</summary>
internal interface IThroughputAttribute
{
    TestSettings Settings { get; }
}
