using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Assertions.Support;

/// <summary>Short runs of a real app on real Kestrel, made once for the tests of a class.</summary>
public sealed class Runs : IAsyncLifetime
{
    /// <summary>Gets a run in which every request succeeded, with enough requests for every percentile.</summary>
    public LoadResult Good { get; private set; } = null!;

    /// <summary>Gets a run of twelve requests.</summary>
    public LoadResult Few { get; private set; } = null!;

    /// <summary>Gets a run in which ten of thirty requests were answered with 500.</summary>
    public LoadResult Faulty { get; private set; } = null!;

    public async Task InitializeAsync()
    {
        await using var host = new ThroughputHost<App>();
        Good = await RunAsync(LoadTest.For(host).Get("/text").Sending(2_000));
        Few = await RunAsync(LoadTest.For(host).Get("/text").Sending(12));
        Faulty = await RunAsync(LoadTest.For(host).Get("/every-third").Sending(30, connections: 1));
    }

    public Task DisposeAsync() => Task.CompletedTask;

    // Neither a Debug build of the tests nor the load of the machine during so short a run matters here.
    private static async Task<LoadResult> RunAsync(LoadTest test) => await test.RunAsync() with { Findings = [], Batches = [] };
}
