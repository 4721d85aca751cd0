using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

/// <summary>Throughput tests with baselines. Their source is said to be where a build server would put it, so that their file is found above a copy of the tests.</summary>
public class Baselined
{
    private const string Source = "/_/Specimens/Baselined.cs";

    [ThroughputFact(Source, Baseline = "baselined.json", BaselineTolerancePercent = 10)]
    public LoadTest Fact() => Test("/text");

    [ThroughputTheory(Source, Baseline = "baselined.json", BaselineTolerancePercent = 10)]
    [InlineData("/text")]
    [InlineData("/status/201")]
    public LoadTest Rows(string path) => Test(path);

    [ThroughputFact(Baseline = "no-such-file.json")]
    public LoadTest Beside_its_source() => Test("/text");

    [ThroughputFact(BaselineToleranceBytes = 16)]
    public LoadTest Without_a_file() => Test("/text");

    private static LoadTest Test(string path) => Load.App(path).Quick(20_000).With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(4)));
}
