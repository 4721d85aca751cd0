using Xunit;

namespace HelloApi.ThroughputTests;

/// <summary>One gate for several paths, each a test of its own, on one app that is started once.</summary>
public class FrameworkGates(ThroughputHost<HelloApp> host) : IClassFixture<ThroughputHost<HelloApp>>
{
    [ThroughputTheory(MaxAllocatedBytesPerRequest = 4_096, Connections = 32, WarmUpSeconds = 1, DurationSeconds = 1)]
    [InlineData("/hello")]
    [InlineData("/classic/hello")]
    [InlineData("/bare/hello")]
    public LoadTest Greeting(string path) => LoadTest.For(host).Get(path);
}
