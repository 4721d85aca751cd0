using Xunit;

namespace HelloApi.ThroughputTests;

/// <summary>Gates beside a reference: they mean the same on a laptop and on a build server.</summary>
public class RatioGates(ThroughputHost<HelloApp> host) : IClassFixture<ThroughputHost<HelloApp>>
{
    // Typical here: 0.85 of a bare endpoint's throughput.
    [ThroughputFact(MinRpsRatio = 0.4, Reference = ThroughputReference.BuiltIn, DurationSeconds = 1)]
    public LoadTest Hello() => LoadTest.For(host).Get("/hello");
}
