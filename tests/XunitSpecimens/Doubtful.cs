using ThroughputKit;

namespace XunitSpecimens;

/// <summary>Gates that would fail if they were judged, run where they can't be.</summary>
public class Doubtful
{
    [ThroughputFact(MinRps = 1_000_000_000)]
    public LoadTest Warns() => Load.App("/text");

    [ThroughputFact(MinRps = 1_000_000_000, OnInconclusive = InconclusivePolicy.Skip)]
    public LoadTest Skips() => Load.App("/text");

    [ThroughputFact(MinRps = 1_000_000_000, OnInconclusive = InconclusivePolicy.Fail)]
    public LoadTest Fails() => Load.App("/text");

    [ThroughputFact(MinRps = 1_000_000_000)]
    public LoadTest Has_errors() => Load.App("/status/500");
}
