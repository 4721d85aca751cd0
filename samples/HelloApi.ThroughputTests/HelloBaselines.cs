using Xunit;

namespace HelloApi.ThroughputTests;

/// <summary>What each request allocates and sends, as it was approved in the file beside this one. No limit has to be chosen.</summary>
public class HelloBaselines(ThroughputHost<HelloApp> host) : IClassFixture<ThroughputHost<HelloApp>>
{
    [ThroughputTheory(Baseline = "HelloBaselines.json", Connections = 32, WarmUpSeconds = 1, DurationSeconds = 1)]
    [InlineData("/hello")]
    [InlineData("/date")]
    public LoadTest Greeting(string path) => LoadTest.For(host).Get(path);
}
