namespace HelloApi.ThroughputTests;

/// <summary>The gates that most apps begin with: a floor for throughput, a limit for memory, no errors.</summary>
public class HelloGates
{
    // Typical here: 60,000 RPS and 1,928 B.
    [ThroughputFact(MinRps = 5_000, MaxAllocatedBytesPerRequest = 2_048)]
    public LoadTest Hello() => LoadTest.For<HelloApp>().Get("/hello");
}
