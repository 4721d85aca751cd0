using ThroughputKit.Baselines.Files;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Baselines;

/// <summary>A result made up for tests of baselines, and its own baseline.</summary>
internal static class Measured
{
    public static LoadRequest Request { get; } = LoadRequest.Post("/orders").WithJsonText("{}");

    public static LoadResult Result()
    {
        var latency = new LatencyHistogram();
        latency.Record(2_000_000);
        var result = MadeUp.Result(latency);
        return result with
        {
            Sent = 100_064,
            Endpoints = [result.Endpoints[0] with { Sent = 100_064, Completed = 100_064, BytesSent = 100_064 * 150, BytesReceived = 100_064 * 152 }],
            Statuses = new Dictionary<int, long> { [200] = 100_064 },
            Memory = result.Memory with { AllocatedBytesPerRequest = 1_000 },
            Generator = new GeneratorFigures { Engine = LoadEngine.Epoll },
            Settings = new RunSettings([Request], Rate: null, AppPlace.TestProcess, WarmsUp: true),
            Environment = result.Environment with
            {
                Runtime = ".NET 10.0.1",
                IsServerGc = false,
                Cpu = "Fast One",
                OperatingSystem = "Some Linux",
            },
        };
    }

    public static BaselineEntry Baseline() => BaselineEntry.Of(Result());

    public static LoadResult Allocating(double bytes)
    {
        var result = Result();
        return result with { Memory = result.Memory with { AllocatedBytesPerRequest = bytes } };
    }

    public static LoadResult Transferring(long sent, long received)
    {
        var result = Result();
        return result with { Endpoints = [result.Endpoints[0] with { BytesSent = 100_064 * sent, BytesReceived = 100_064 * received }] };
    }

    /// <summary>A mix of 100 small responses to one large, of which more or less were in the window.</summary>
    public static LoadResult OfMix(long large, int bytesOfLarge = 100_000)
    {
        var result = With(s => s with { Requests = [LoadRequest.Get("/small").WithWeight(100), LoadRequest.Get("/large")] });
        var small = result.Endpoints[0] with { Sent = 13_000, Completed = 13_000, BytesSent = 13_000 * 40, BytesReceived = 13_000 * 110 };
        return result with
        {
            Endpoints = [small, small with { Sent = large, Completed = large, BytesSent = large * 40, BytesReceived = large * (bytesOfLarge + 100) }],
        };
    }

    public static LoadResult Found(LoadResult result, params Finding[] findings) => result with { Findings = findings };

    /// <summary>With separate allocation windows, from which the background is subtracted.</summary>
    public static LoadResult AllocatingApart(double bytes)
    {
        var result = Allocating(5_000);
        var apart = new AllocationFigures { BytesPerRequest = bytes, Windows = [bytes, bytes], BackgroundBytesPerSecond = 50, Types = [new("System.String", 1)] };
        return result with { Memory = result.Memory with { Allocation = apart } };
    }

    public static LoadResult With(Func<RunSettings, RunSettings> change)
    {
        var result = Result();
        return result with { Settings = change(result.Settings!) };
    }

    public static LoadResult In(Func<EnvironmentFigures, EnvironmentFigures> change)
    {
        var result = Result();
        return result with { Environment = change(result.Environment) };
    }
}
