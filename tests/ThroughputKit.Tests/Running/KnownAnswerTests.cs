using TestApp;
using ThroughputKit.Tests.Support;
using Xunit.Abstractions;

namespace ThroughputKit.Tests.Running;

/// <summary>Apps whose figures are known beforehand.</summary>
public class KnownAnswerTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Large_arrays_add_their_size_per_request_even_to_a_cold_app()
    {
        const int ArrayBytes = 80_000;
        const double Tolerated = 8_000; // what a cold process allocates once, by request

        var (none, large) = (await Measure("/array/0"), await Measure("/array/80000"));

        Assert.InRange(large - none, ArrayBytes - Tolerated, ArrayBytes + Tolerated);

        static async Task<double> Measure(string path) =>
            Identity.Check(await LoadTest.For<App>().Get(path).Sending(1_000).RunAsync()).Memory.AllocatedBytesPerRequest!.Value;
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task An_array_of_512_bytes_adds_its_size_per_request()
    {
        const int ArrayBytes = 512 + 24; // with its header and length

        var twin = await Measure("/twin");
        var larger = await Measure("/twin-512");

        output.WriteLine($"without {twin:F2} B, with {larger:F2} B, difference {larger - twin:F2} B per request; expected {ArrayBytes}");
        Assert.InRange(larger - twin, ArrayBytes - 4, ArrayBytes + 4);

        async Task<double> Measure(string path)
        {
            var result = Identity.Check(await LoadTest.For<App>().Get(path)
                .With(o => o.Duration = TimeSpan.FromSeconds(1)).RunAsync());
            output.WriteLine(result.ToString());
            return result.Memory.AllocatedBytesPerRequest!.Value;
        }
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public Task Over_https_a_request_allocates_as_much_as_over_http() => CheckOverHttpsAsync(LoadTest.For<App>());

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public Task Over_https_a_request_allocates_as_much_as_over_http_in_a_process_of_its_own() => CheckOverHttpsAsync(LoadTest.ForPublished(Built.TestApp));

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task The_generator_allocates_next_to_nothing_per_request()
    {
        using var app = await AppProcess.StartAsync();

        var result = Identity.Check(await LoadTest.Against(app.Address).Get("/hello").RunAsync());

        output.WriteLine(result.ToString());
        output.WriteLine($"{result.Generator.AllocatedBytesPerRequest:F3} B per request by the generator");
        Assert.InRange(result.Generator.AllocatedBytesPerRequest!.Value, 0, 2);
        Assert.Equal((64, TimeSpan.FromSeconds(5)), (result.Connections, result.Duration));
        Assert.False(result.Memory.IsAvailable);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task The_generator_allocates_next_to_nothing_per_request_at_a_set_rate_over_sockets()
    {
        using var app = await AppProcess.StartAsync();

        var result = Identity.Check(await LoadTest.Against(app.Address).Get("/hello").AtRate(5_000).With(o => (o.Engine, o.Duration) = (LoadEngine.Socket, TimeSpan.FromSeconds(2))).RunAsync());

        output.WriteLine(result.ToString());
        output.WriteLine($"{result.Generator.AllocatedBytesPerRequest:F3} B per request by the generator");
        Assert.InRange(result.Generator.AllocatedBytesPerRequest!.Value, 0, 2);
    }

    [Fact]
    public async Task A_handler_that_waits_20_ms_never_reads_less()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/20ms").Sending(20).RunAsync());

        Assert.Equal(20, result.Latency.Count);
        Assert.True(result.Latency.Min >= TimeSpan.FromMilliseconds(20), $"{result.Latency.Min}");
    }

    [Fact]
    public async Task Every_third_failing_reads_exactly_a_third()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/every-third").With(o =>
        {
            o.Requests = 3_000;
            o.WarmUp = TimeSpan.FromMilliseconds(1);
            o.MaxWarmUp = TimeSpan.FromMilliseconds(1);
        }).RunAsync());

        Assert.Equal((3_000, 2_000, 1_000), (result.Sent, result.Succeeded, result.Failures.UnexpectedStatus));
        Assert.Equal((2_000, 1_000), (result.Statuses[200], result.Statuses[500]));
    }

    [Fact]
    public async Task A_posted_body_comes_back()
    {
        const string Json = """{"item":"tea","quantity":3}""";

        var result = Identity.Check(await LoadTest.For<App>().PostJsonText("/echo", Json).Sending(100).RunAsync());

        Assert.Equal(100, result.Succeeded);
        Assert.True(result.BytesReceived > 100 * Json.Length);
    }

    [Fact]
    public async Task Memory_is_known_for_this_process_and_not_for_another()
    {
        var inside = await LoadTest.For<App>().Get("/text").Sending(100).RunAsync();
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");
        var outside = await LoadTest.Against(server.Address).Get("/").Sending(100).RunAsync();

        Assert.True(inside.Memory.IsAvailable);
        Assert.True(inside.Memory.WorkingSetPeak > 0);
        Assert.Equal(MemoryFigures.NotAvailable, outside.Memory);
        Assert.NotNull(outside.Generator.AllocatedBytesPerRequest);
    }

    [Fact]
    public async Task The_generators_share_is_known_where_it_has_its_own_threads()
    {
        var epoll = await LoadTest.For<App>().Get("/text").With(o => o.Engine = LoadEngine.Epoll).Sending(2_000).RunAsync();
        var socket = await LoadTest.For<App>().Get("/text").With(o => o.Engine = LoadEngine.Socket).Sending(2_000).RunAsync();

        Assert.Equal((LoadEngine.Epoll, LoadEngine.Socket), (epoll.Generator.Engine, socket.Generator.Engine));
        Assert.True(epoll.Generator.CpuTime > TimeSpan.Zero);
        Assert.True(epoll.Generator.CpuTimePerRequest < epoll.Cpu.TimePerRequest);
        Assert.InRange(epoll.Generator.CpuTime!.Value / Measured(epoll) / epoll.Generator.BusyShare!.Value, 0.99, Environment.ProcessorCount + 0.01); // its threads
        Assert.InRange(epoll.Generator.AllocatedBytesPerRequest!.Value, 0, 100);
        Assert.Equal((null, null, null), (socket.Generator.CpuTime, socket.Generator.BusyShare, socket.Generator.AllocatedBytesPerRequest));
        Assert.Equal((null, false, false), (socket.Generator.CpuTimePerRequest, socket.Generator.IsEstimate, epoll.Generator.IsEstimate));
    }

    [UringTheory]
    [InlineData(LoadEngine.Epoll, false)]
    [InlineData(LoadEngine.Epoll, true)]
    [InlineData(LoadEngine.Uring, false)]
    [InlineData(LoadEngine.Uring, true)]
    public async Task A_request_on_an_open_connection_allocates_nothing(LoadEngine engine, bool isOverHttps)
    {
        var warmUp = TimeSpan.FromSeconds(0.3);
        var test = LoadTest.For<App>().Get("/text");
        var result = await (isOverHttps ? test.OverHttps() : test)
            .With(o => (o.Engine, o.Connections, o.Requests, o.WarmUp, o.MaxWarmUp) = (engine, 32, 20_000, warmUp, warmUp)).RunAsync();

        Assert.Equal((engine, 20_000L), (result.Generator.Engine, result.Succeeded));
        Assert.InRange(result.Generator.AllocatedBytesPerRequest!.Value, 0, 0.1); // what a run of a phase takes
    }

    [Fact]
    public async Task The_generators_share_is_estimated_where_it_has_the_threads_of_this_process()
    {
        var own = await LoadTest.ForPublished(Built.TestApp).Get("/text").With(o => o.Engine = LoadEngine.Socket).Sending(2_000).RunAsync();

        Assert.True(own.Generator.IsEstimate);
        Assert.Null(own.Generator.CpuTime);
        Assert.True(own.Generator.CpuTimePerRequest > TimeSpan.Zero);
        var cores = own.Generator.CpuTimePerRequest!.Value * 2_000 / Measured(own) / own.Generator.BusyShare!.Value;
        Assert.Equal(Environment.ProcessorCount, cores, tolerance: 0.1);
    }

    [Fact]
    public async Task The_generators_share_is_not_estimated_if_the_server_may_be_in_this_process()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

        var result = await LoadTest.Against(server.Address).Get("/").With(o => o.Engine = LoadEngine.Socket).Sending(200).RunAsync();

        Assert.False(result.Generator.IsEstimate);
        Assert.Null(result.Generator.BusyShare);
    }

    private async Task CheckOverHttpsAsync(LoadTest test)
    {
        const int ArrayBytes = 512 + 24; // with its header and length

        var (twin, plain, larger) = (await Measure(test.OverHttps().Get("/twin")), await Measure(test.Get("/twin")), await Measure(test.OverHttps().Get("/twin-512")));

        Assert.InRange(twin - plain, -4, 4);
        Assert.InRange(larger - twin, ArrayBytes - 4, ArrayBytes + 4);

        async Task<double> Measure(LoadTest one)
        {
            var result = Identity.Check(await one.With(o => (o.Engine, o.Duration) = (LoadEngine.Socket, TimeSpan.FromSeconds(1)))
                .Within(new LoadGates { MaxAllocatedBytesPerRequest = 10_000 }).RunAsync());
            output.WriteLine(result.ToString());
            return result.Memory.Allocation!.BytesPerRequest!.Value;
        }
    }

    // What the processor times are of: the window with what came in after it.
    private static TimeSpan Measured(LoadResult result) => result.Cpu.Time / result.Cpu.BusyCores;
}
