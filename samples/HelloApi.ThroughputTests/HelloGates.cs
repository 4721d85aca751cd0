using ThroughputKit;

namespace HelloApi.ThroughputTests;

public class HelloGates
{
    [ThroughputFact(MinRps = 5_000, MaxAllocatedBytesPerRequest = 2_500)]
    public LoadTest Hello() => LoadTest.For<HelloApp>().Get("/hello");
}
