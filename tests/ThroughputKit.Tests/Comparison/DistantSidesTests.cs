using System.Diagnostics;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Comparison;

/// <summary>Sides whose speeds are far apart, of an app that serves one request at a time. Each slice begins without a queue.</summary>
public class DistantSidesTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_interval_of_their_ratio_has_that_of_long_runs(bool isChain)
    {
        using var turn = new SemaphoreSlim(1);
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                await turn.WaitAsync();
                var time = TimeSpan.FromMilliseconds(request.StartsWith("GET /slow", StringComparison.Ordinal) ? 10 : 0.2);
                for (var begun = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(begun) < time;)
                {
                    // works
                }

                turn.Release();
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
        });

        var result = await Side("/slow").ComparedWith(Side("/fast")).MeasureFor(TimeSpan.FromSeconds(8)).RunAsync();
        var ratio = await RpsAsync("/slow") / await RpsAsync("/fast");

        Assert.InRange(ratio, 0.95 * result.RpsRatio!.Low, 1.05 * result.RpsRatio.High);

        LoadTest Side(string path)
        {
            var test = LoadTest.Against(server.Address).Get(path).With(o => o.WarmUp = TimeSpan.Zero);
            return isChain ? test.Get(path).AsChain() : test;
        }

        async Task<double> RpsAsync(string path) =>
            (await Side(path).With(o => (o.Connections, o.Duration) = (4 * Environment.ProcessorCount, TimeSpan.FromSeconds(3))).RunAsync()).Rps;
    }
}
