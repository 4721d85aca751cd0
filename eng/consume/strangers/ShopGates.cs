using ThroughputKit;

public class ShopGates
{
    // Short, because this is about packages. The limits leave room for it. The warm-up ends once the app is steady; only a busy machine needs so long.
    private static readonly LoadTest _shop = LoadTest.For<Program>().Get("/weatherforecast").With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(8)));

    [ThroughputFact(MinRps = 50, MaxAllocatedBytesPerRequest = 50_000, DurationSeconds = 1)]
    public LoadTest Passes() => _shop;

    [ThroughputFact(MaxAllocatedBytesPerRequest = 1, DurationSeconds = 1)]
    public LoadTest Fails() => _shop;
}
