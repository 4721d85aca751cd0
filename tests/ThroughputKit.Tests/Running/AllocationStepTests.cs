using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Builder;
using TestApp;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Planning;
using ThroughputKit.Probes;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;
using Xunit.Abstractions;

namespace ThroughputKit.Tests.Running;

/// <summary>Allocated bytes of real apps, as a gate judges them.</summary>
public class AllocationStepTests(ITestOutputHelper output)
{
    private const double BytesPerRequest = 1_000;
    private const string Answer = "HTTP/1.1 200 OK|Content-Length: 0||";

    private static readonly TimeSpan _window = TimeSpan.FromMilliseconds(100);
    private static readonly LoadGates _unreachable = new() { MaxAllocatedBytesPerRequest = 0 };
    private static readonly LoadGates _generous = new() { MaxAllocatedBytesPerRequest = 1e9 }; // no types are sampled

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task A_limit_8_bytes_above_passes_the_same_code_and_fails_16_and_64_bytes_more()
    {
        var before = await MeasureAsync(_unreachable, "/array/16");
        var gates = new LoadGates { MaxAllocatedBytesPerRequest = before.Memory.Allocation!.BytesPerRequest + 8 };

        var (same, more16, more64) = (await MeasureAsync(gates, "/array/16"), await MeasureAsync(gates, "/array/32"), await MeasureAsync(gates, "/array/80"));

        same.VerifyAsIs(gates);
        Assert.Empty(same.Memory.Allocation!.TopTypes);
        Assert.Equal("MaxAllocatedBytesPerRequest", Assert.Single(Assert.Throws<LoadGateException>(() => more16.VerifyAsIs(gates)).Failures).Gate);
        Assert.Equal("MaxAllocatedBytesPerRequest", Assert.Single(Assert.Throws<LoadGateException>(() => more64.VerifyAsIs(gates)).Failures).Gate);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task The_most_allocated_type_is_named_first()
    {
        var result = await MeasureAsync(_unreachable, "/array/8192");

        var types = result.Memory.Allocation!.TopTypes;
        Assert.Equal(5, types.Count);
        Assert.Equal("System.Byte[]", types[0].Type);
        Assert.InRange(types[0].Share, 0.6, 0.99);
        Assert.Equal(types.OrderByDescending(t => t.Share), types);
        Assert.Matches(@" Allocated types, sampled:\s+\d+% byte\[\]", Assert.Throws<LoadGateException>(() => result.VerifyAsIs(_unreachable)).Message);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Several_requests_are_sent_equally_often_in_each_window()
    {
        var alike = await MeasureAsync(_unreachable, "/array/0016", "/array/1016");
        var unlike = await MeasureAsync(_unreachable, "/array/0016", "/array/9016");

        Assert.InRange(unlike.Memory.Allocation!.BytesPerRequest!.Value - alike.Memory.Allocation!.BytesPerRequest!.Value, 4_000 - 8, 4_000 + 8);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Background_allocation_is_left_out()
    {
        const int BackgroundPerSecond = 4_000_000;
        await using var server = ScriptedServer.Answering(Answer);
        var begun = Stopwatch.GetTimestamp();
        var process = new ScriptedProcess(() => (long)((BytesPerRequest * server.Requests) + (Stopwatch.GetElapsedTime(begun).TotalSeconds * BackgroundPerSecond)));

        var result = await StepAsync(new ScriptedTarget(server, process), _generous, AllocationPace.Default);

        var allocation = result.Memory.Allocation!;
        var ofRequest = BackgroundPerSecond / result.CompletedPerSecond;
        Assert.InRange(allocation.BackgroundBytesPerSecond, 0.5 * BackgroundPerSecond, 1.5 * BackgroundPerSecond);
        Assert.InRange(allocation.BytesPerRequest!.Value - BytesPerRequest, -0.5 * ofRequest, 0.5 * ofRequest);
    }

    [Fact]
    public async Task Bytes_within_the_limit_are_reported_without_types()
    {
        await using var server = ScriptedServer.Answering(Answer);

        var result = await StepAsync(new ScriptedTarget(server, Allocating(server)), _generous);

        var allocation = result.Memory.Allocation!;
        Assert.Equal((BytesPerRequest, 0.0, 0L), (allocation.BytesPerRequest, allocation.BackgroundBytesPerSecond, allocation.MethodsStillCompiled));
        Assert.InRange(allocation.Windows.Count, AllocationWindows.MinWindows, AllocationWindows.MinBeyond - 1);
        Assert.Empty(allocation.TopTypes);
    }

    [Fact]
    public async Task Windows_without_a_whole_round_of_the_mix_give_no_figure()
    {
        await using var server = ScriptedServer.Answering(Answer);
        var pace = QuickPace.Value with { Longest = TimeSpan.FromTicks(1), Timeout = TimeSpan.Zero };

        var result = await StepAsync(new ScriptedTarget(server, Allocating(server)), _generous, pace, weight: 9_999);

        Assert.Null(result.Memory.Allocation!.BytesPerRequest);
        Assert.Matches(
            "A stretch of load had only [0-9,]+ requests, and the test's mix repeats after 10,000\\. Choose weights with a smaller sum",
            Assert.Throws<LoadTestException>(() => result.VerifyAsIs(_generous)).Message);
    }

    [Fact]
    public async Task A_request_that_is_one_of_a_thousand_has_its_share_in_each_window()
    {
        long bytes = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                Interlocked.Add(ref bytes, request.Contains("again", StringComparison.Ordinal) ? 0 : 1_000 * (long)BytesPerRequest);
                await connection.SendAsync(Answer);
            }
        });

        var result = await StepAsync(new ScriptedTarget(server, new ScriptedProcess(() => Interlocked.Read(ref bytes))), _generous, weight: 999);

        Assert.Equal(BytesPerRequest, result.Memory.Allocation!.BytesPerRequest);
    }

    [Fact]
    public async Task Windows_go_on_in_the_data_and_rows_that_differ_have_no_figure()
    {
        long bytes = 0, last = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                last = long.Parse(request.Split('/', ' ')[2], CultureInfo.InvariantCulture);
                bytes += last < 1_000 ? 1_000 : 15_000;
                await connection.SendAsync(Answer);
            }
        });
        var data = LoadData.FromValues("n", Enumerable.Range(0, 2_000).Select(i => $"{i}"));
        LoadRequest[] requests = [LoadRequest.Get("/{n}")];

        var result = await StepAsync(
            new ScriptedTarget(server, new ScriptedProcess(() => bytes)), _generous, requests: requests, data: data, count: 2_000, connections: 1);

        Assert.Null(result.Memory.Allocation!.BytesPerRequest);
        Assert.Contains(
            "Requests that allocate different amounts, as with other rows of data",
            Assert.Throws<LoadTestException>(() => result.VerifyAsIs(_generous)).Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_connection_sends_its_requests_in_turn_as_in_the_window(bool isMix)
    {
        // Kestrel allocates less for a request with the path of the last one.
        long bytes = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            var last = "";
            while (await connection.ReadRequestAsync() is { } request)
            {
                var path = request.Split(' ')[1];
                Interlocked.Add(ref bytes, path == last ? 0 : (long)BytesPerRequest);
                last = path;
                await connection.SendAsync(Answer);
            }
        });
        LoadRequest[] requests = isMix ? [LoadRequest.Get("/a"), LoadRequest.Get("/b"), LoadRequest.Get("/c")] : [LoadRequest.Get("/{n}")];

        var result = await StepAsync(
            new ScriptedTarget(server, new ScriptedProcess(() => Interlocked.Read(ref bytes))), _generous, QuickPace.Value with { Requests = 200 }, requests: requests,
            data: isMix ? null : LoadData.FromValues("n", ["1", "2", "3"]), count: null);

        Assert.InRange(result.Memory.Allocation!.BytesPerRequest!.Value, 0.95 * BytesPerRequest, BytesPerRequest); // but for a window's first requests, of 50 or so
    }

    [Fact]
    public async Task At_a_set_rate_each_window_has_whole_rounds_of_the_mix()
    {
        long bytes = 0;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is { } request)
            {
                Interlocked.Add(ref bytes, request.Contains("again", StringComparison.Ordinal) ? 0 : 30 * (long)BytesPerRequest);
                await connection.SendAsync(Answer);
            }
        });
        var pace = QuickPace.Value with { Shortest = TimeSpan.FromMilliseconds(10), Longest = TimeSpan.FromMinutes(1), Requests = 10 };

        var result = await StepAsync(
            new ScriptedTarget(server, new ScriptedProcess(() => Interlocked.Read(ref bytes))), _generous, pace, weight: 29, count: 3_000, rate: LoadRate.From(1_000));

        Assert.All(result.Memory.Allocation!.Windows, w => Assert.Equal(BytesPerRequest, w));
    }

    [Fact]
    public async Task Bytes_beyond_the_limit_are_reported_with_the_types_sampled()
    {
        await using var server = ScriptedServer.Answering(Answer);
        AllocatedType[] types = [.. Enumerable.Range(0, 7).Select(i => new AllocatedType($"Shop.Type{i}", 0.5 / (i + 1)))];

        var result = await StepAsync(new ScriptedTarget(server, Allocating(server, types)), _unreachable);

        var allocation = result.Memory.Allocation!;
        Assert.Equal(BytesPerRequest, allocation.BytesPerRequest);
        Assert.InRange(allocation.Windows.Count, AllocationWindows.MinBeyond, AllocationWindows.MaxWindows);
        Assert.Equal(types[..5], allocation.TopTypes);
        Assert.Matches(@" Allocated types, sampled:\s+\d+% Type0", AllocationDetail(result));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Its_requests_are_in_no_other_figure()
    {
        static LoadTest Test() => LoadTest.For<App>().Get("/text").Get("/every-third").With(o => (o.Requests, o.WarmUp, o.MaxWarmUp) = (300, TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50)));

        var without = Identity.Check(await Test().RunAsync());
        var begun = Stopwatch.GetTimestamp();
        var with = Identity.Check(await Test().Within(_unreachable).RunAsync());
        var elapsed = Stopwatch.GetElapsedTime(begun);

        Assert.Null(without.Memory.Allocation);
        Assert.NotEmpty(with.Memory.Allocation!.Windows);
        Assert.Equal((300, 300, without.BytesSent), (without.Sent, with.Sent, with.BytesSent));
        Assert.True(with.Memory.AllocatedBytes < 300 * 1_000_000L);
        var times = with.Times!;
        Assert.True(times.Allocation > TimeSpan.Zero);
        Assert.True(times.Start + times.Prepare + times.WarmUp + times.Window + times.Quiet + times.Allocation + times.Stop <= elapsed, "A step was counted twice.");
        Assert.Equal(TimeSpan.Zero, without.Times!.Allocation);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_set_rate_is_kept()
    {
        var result = Identity.Check(await LoadTest.For<App>().Get("/text").AtRate(500)
            .With(o => (o.Duration, o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(200), TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50))).Within(_generous).RunAsync());

        Assert.Equal(100, result.Pacing!.Planned);
        Assert.NotEmpty(result.Memory.Allocation!.Windows);
    }

    [Fact]
    public async Task A_cold_app_is_sent_no_further_requests()
    {
        var result = await LoadTest.For<App>().Get("/text").Sending(50).Within(_unreachable).RunAsync();

        Assert.Null(result.Memory.Allocation);
        Assert.Throws<LoadGateException>(() => result.VerifyAsIs(_unreachable));
    }

    [Fact]
    public async Task An_app_known_only_by_its_address_has_none()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var result = await LoadTest.Against(server.Address).Get("/").With(o => (o.Requests, o.WarmUp, o.MaxWarmUp) = (100, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1))).Within(_unreachable).RunAsync();

        Assert.Equal(MemoryFigures.NotAvailable, result.Memory);
        Assert.Throws<LoadTestException>(() => result.VerifyAsIs(_unreachable));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_in_its_own_process_is_measured_and_its_types_are_reported()
    {
        var result = await LoadTest.ForPublished(Built.TestApp).Get("/array/8192").With(o => (o.Duration, o.WarmUp) = (TimeSpan.FromMilliseconds(300), TimeSpan.FromMilliseconds(500))).Within(_unreachable).RunAsync();

        output.WriteLine(result.ToString());
        var allocation = result.Memory.Allocation!;
        Assert.NotEmpty(allocation.Windows);
        Assert.Equal(5, allocation.TopTypes.Count);
        Assert.Equal("System.Byte[]", allocation.TopTypes[0].Type);
        Assert.InRange(allocation.TopTypes[0].Share, 0.6, 0.99);
        Assert.Equal(allocation.TopTypes.OrderByDescending(t => t.Share), allocation.TopTypes);
        Assert.Matches(@" Allocated types, sampled:\s+\d+% byte\[\]", AllocationDetail(result));
    }

    [Theory]
    [InlineData(true, 1.0, false, false)] // code of something else
    [InlineData(true, 0.9, true, true)]
    [InlineData(false, 1.0, true, true)] // the requests' own code may still be waiting for the compiler
    public async Task Code_that_is_compiled_is_awaited_and_reported_if_it_may_be_that_of_the_requests(bool isSteady, double bytesAfterEachLook, bool awaited, bool reported)
    {
        var (wasAwaited, methods, bytes, requests, bytesPerRequest) = (false, 0L, 0L, 0L, 1_000_000.0);
        await using var server = ScriptedServer.Answering(Answer);
        var process = new ScriptedProcess(Allocate) { Methods = Compile, Heap = Compile }; // the heap is measured at the end of the run
        var probe = new StagedProbe(process, AllocationStage.Compiling, () => wasAwaited = true);

        var result = await StepAsync(new ScriptedTarget(server, probe), _unreachable, QuickPace.Value with { LongestWait = TimeSpan.FromMilliseconds(50) }, isSteady);

        Assert.Equal((awaited, reported), (wasAwaited, result.Memory.Allocation!.MethodsStillCompiled > 0));
        Assert.InRange(result.Memory.Allocation.BytesPerRequest!.Value, 0.99 * bytesPerRequest, 1.01 * bytesPerRequest);

        long Allocate()
        {
            var now = server.Requests;
            (bytes, requests) = (bytes + (long)((now - requests) * bytesPerRequest), now);
            return bytes;
        }

        long Compile()
        {
            Allocate();
            bytesPerRequest *= bytesAfterEachLook;
            return methods += 1_000;
        }
    }

    [Fact]
    public async Task What_is_compiled_once_is_not_reported_if_the_bytes_stay_the_same_afterwards()
    {
        var (hasBegun, methods) = (false, 0L);
        await using var server = ScriptedServer.Answering(Answer);
        long before = 0;

        // The code of the requests was optimized at the end of the run.
        var process = new ScriptedProcess(() => hasBegun ? before + ((long)BytesPerRequest * server.Requests) : before = 2 * (long)BytesPerRequest * server.Requests) { Methods = () => methods += 1_000 };
        var probe = new StagedProbe(process, AllocationStage.Idle, () => hasBegun = true);

        var result = await StepAsync(new ScriptedTarget(server, probe), _generous, QuickPace.Value with { LongestWait = TimeSpan.FromMilliseconds(50) }, isSteady: true);

        Assert.Equal((BytesPerRequest, 0L), (result.Memory.Allocation!.BytesPerRequest, result.Memory.Allocation.MethodsStillCompiled));
    }

    [Theory]
    [InlineData(AllocationStage.Compiling)]
    [InlineData(AllocationStage.Idle)]
    [InlineData(AllocationStage.Window)]
    [InlineData(AllocationStage.Sampling)]
    public async Task Cancelling_midway_ends_the_run_as_cancelled(AllocationStage stage)
    {
        using var cancellation = new CancellationTokenSource();
        await using var server = ScriptedServer.Answering(Answer);
        var probe = new StagedProbe(Allocating(server), stage, cancellation.Cancel);

        var result = await StepAsync(new ScriptedTarget(server, probe), _unreachable, cancellationToken: cancellation.Token);

        Assert.Equal((null, true, false), (result.Memory.Allocation, result.WasCancelled, result.HasAppExited));
        Assert.Contains("the run was cancelled", Assert.Throws<LoadGateException>(() => result.VerifyAsIs(_generous)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(AllocationStage.Compiling)]
    [InlineData(AllocationStage.Idle)]
    [InlineData(AllocationStage.Window)]
    public async Task A_process_that_ends_midway_passes_no_gate(AllocationStage stage)
    {
        await using var server = ScriptedServer.Answering(Answer);
        var process = Allocating(server);

        CheckGone(await StepAsync(new ScriptedTarget(server, new StagedProbe(process, stage, () => process.HasExited = true)), _unreachable));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_dies_midway_passes_no_gate()
    {
        var target = new PublishedAppTarget(Built.TestApp, new PublishedAppOptions { EntryPoint = "TestApp" });

        CheckGone(await StepAsync(new StagedTarget(target, app => new StagedProbe(app.Probe!, AllocationStage.Window, () => Kill(app))), _unreachable));

        static void Kill(RunningApp app)
        {
            using var client = new HttpClient();
            var id = client.GetStringAsync(new Uri(app.Address, "/process")).GetAwaiter().GetResult(); // the measurement goes on once it is killed
            using var process = Process.GetProcessById(int.Parse(id, CultureInfo.InvariantCulture));
            process.Kill();
            process.WaitForExit();
        }
    }

    [Theory]
    [InlineData(AllocationStage.Compiling)]
    [InlineData(AllocationStage.Idle)]
    [InlineData(AllocationStage.Window)]
    public async Task An_app_that_begins_to_stop_midway_has_no_figure_and_passes_no_gate(AllocationStage stage)
    {
        using var stopping = new CancellationTokenSource();
        await using var server = ScriptedServer.Answering(Answer);
        var probe = new StagedProbe(Allocating(server), stage, stopping.Cancel);

        CheckStopped(await StepAsync(new ScriptedTarget(server, probe) { Stopping = stopping.Token }, _unreachable));
    }

    [Fact]
    public async Task A_host_that_begins_to_stop_midway_has_no_figure_and_passes_no_gate()
    {
        await using var app = App.Build(WebApplication.CreateBuilder(["--urls=http://127.0.0.1:0"]));
        using var process = new ThisProcess();

        CheckStopped(await StepAsync(
            new StagedTarget(new HostTarget(app), _ => new StagedProbe(process, AllocationStage.Compiling, app.Lifetime.StopApplication)), _unreachable));
    }

    private static void CheckGone(LoadResult result)
    {
        Assert.Equal((null, true, false), (result.Memory.Allocation, result.HasAppExited, result.WasCancelled));
        Assert.Contains(
            "the app's process exited before the run ended",
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new() { MaxFailurePercent = 90, MaxAllocatedBytesPerRequest = 1e9 })).Message,
            StringComparison.Ordinal);
    }

    private static void CheckStopped(LoadResult result)
    {
        Assert.Null(result.Memory.Allocation!.BytesPerRequest);
        Assert.Contains(
            "The app began to stop before its allocated bytes were measured",
            Assert.Throws<LoadTestException>(() => result.VerifyAsIs(new() { MaxFailurePercent = 90, MaxAllocatedBytesPerRequest = 1e9 })).Message,
            StringComparison.Ordinal);
    }

    private static ScriptedProcess Allocating(ScriptedServer server, params AllocatedType[] types) => new(() => (long)BytesPerRequest * server.Requests, types);

    // The step alone, after a run of a fixed number of requests.
    private static async Task<LoadResult> StepAsync(ILoadTarget target, LoadGates gates, AllocationPace? pace = null, bool isSteady = false, int weight = 1,
        LoadRequest[]? requests = null, LoadData? data = null, int? count = 200, int connections = 4, LoadRate? rate = null, CancellationToken cancellationToken = default)
    {
        var plan = new LoadPlan(target)
        {
            Requests = requests ?? [LoadRequest.Get("/text"), LoadRequest.Get("/text?again").WithWeight(weight)],
            Data = data,
            Rate = rate?.Hold(TimeSpan.FromSeconds(1)),
            Options = new LoadOptions { Connections = connections, Requests = rate is null ? count : null, Duration = count is null ? _window : null, WarmUp = TimeSpan.FromMilliseconds(1), MaxWarmUp = TimeSpan.FromMilliseconds(1) },
        };
        var app = await target.StartAsync(TimeSpan.FromSeconds(30), CancellationToken.None);
        try
        {
            await using var load = await ReadyLoad.PrepareAsync(plan, app, new RunContext(CancellationToken.None));
            var warmUp = await load.WarmUpAsync(least: null, needsAnswer: false, CancellationToken.None);
            var window = await MeasuredPhase.RunWindowAsync(load, printed: null, onlyErrors: false, new RunContext(CancellationToken.None));
            Assert.True(AllocationStep.CanMeasure(load, window));
            var after = new AfterWindow();
            (app.Probe as StagedProbe)?.Begin();
            await new AllocationStep(load, window, gates.MaxAllocatedBytesPerRequest!.Value, warmUp.ToleratedCompilations, pace ?? QuickPace.Value).AddToAsync(after, isSteady, cancellationToken);
            return ResultBuilder.Build(load, warmUp, window, overlapped: false, after);
        }
        finally
        {
            await app.StopAsync(TimeSpan.FromSeconds(10));
        }
    }

    private static string AllocationDetail(LoadResult result) =>
        Assert.Single(Assert.Throws<LoadGateException>(() => result.VerifyAsIs(_unreachable)).Failures).Message;

    private Task<LoadResult> MeasureAsync(LoadGates gates, params string[] paths) => RunAsync(LoadTest.For<App>(), gates, paths);

    private async Task<LoadResult> RunAsync(LoadTest test, LoadGates gates, params string[] paths)
    {
        test = paths.Aggregate(test, (t, path) => t.Get(path)).With(o => (o.Duration, o.WarmUp) = (TimeSpan.FromMilliseconds(300), TimeSpan.FromSeconds(1)));
        var result = Identity.Check(await test.Within(gates).RunAsync());
        output.WriteLine(result.ToString());
        return result;
    }

    // A real app, whose probe tells how far the measurement is.
    private sealed class StagedTarget(ILoadTarget target, Func<RunningApp, StagedProbe> stage) : ILoadTarget
    {
        public string Name => target.Name;

        public bool IsInProcess => target.IsInProcess;

        public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
        {
            var app = await target.StartAsync(timeout, cancellationToken);
            return app with { Probe = stage(app) };
        }
    }
}
