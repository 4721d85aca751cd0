namespace HelloApi.ThroughputTests;

/// <summary>POST requests with JSON, and errors that are expected.</summary>
public class OrderGates
{
    private static readonly Order _tea = new("tea", 3);

    [ThroughputFact(MinRps = 4_000, MaxAllocatedBytesPerRequest = 3_072, DurationSeconds = 1)]
    public LoadTest Placing_orders() => LoadTest.For<HelloApp>().PostJson("/orders", _tea);

    // Every fourth request asks for what isn't there.
    [ThroughputFact(MaxFailurePercent = 26, Requests = 8_000)]
    public LoadTest Orders_beside_wrong_addresses() => LoadTest.For<HelloApp>()
        .PostJson("/orders", _tea).Get("/hello").PostJson("/orders", _tea).Get("/nowhere");
}
