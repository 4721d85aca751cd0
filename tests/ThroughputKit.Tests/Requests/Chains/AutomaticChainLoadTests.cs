using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Chains;

public sealed class AutomaticChainLoadTests() : ChainLoadTests(LoadEngine.Automatic)
{
    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task The_windows_for_bytes_send_whole_passes_at_the_rate()
    {
        await using var app = await RecordingApp.StartAsync(maxKept: 100);
        var test = LoadTest.For(app.Host).Send(LoadRequest.Get("/a").WithPause(TimeSpan.FromMilliseconds(300))).Get("/b").AsChain().AtRate(500).With(
            o => (o.Engine, o.Connections, o.Duration, o.WarmUp, o.MaxWarmUp) =
                (LoadEngine.Automatic, 200, TimeSpan.FromMilliseconds(600), TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50)));

        var result = await test.Within(new LoadGates { MaxRetainedBytesPerRequest = 1e9, MaxAllocatedBytesPerRequest = 1e9 }).RunAsync();

        Assert.NotNull(result.Memory.Allocation?.BytesPerRequest);
        Assert.NotNull(result.Memory.Retention?.BytesPerRequest);
    }
}
