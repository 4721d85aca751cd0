using ThroughputKit;

public class PublishedGates
{
    [ThroughputFact(MinRps = 50, MaxAllocatedBytesPerRequest = 50_000, DurationSeconds = 1)]
    public LoadTest Passes() => LoadTest.ForPublished("../../../../Shop/bin/Release/net10.0").Get("/weatherforecast")
        .With(o => o.MaxWarmUp = TimeSpan.FromSeconds(2));
}
