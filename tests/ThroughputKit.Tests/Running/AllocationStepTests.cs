using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using TestApp;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;
using Xunit.Abstractions;

namespace ThroughputKit.Tests.Running;

/// <summary>Allocated bytes of real apps, as a gate judges them.</summary>
public class AllocationStepTests(ITestOutputHelper output)
{
    private static readonly LoadGates _unreachable = new() { MaxAllocatedBytesPerRequest = 0 };
    private static readonly LoadGates _generous = new() { MaxAllocatedBytesPerRequest = 1e9 }; // no types are sampled

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task A_limit_8_bytes_above_passes_the_same_code_and_fails_16_and_64_bytes_more()
    {
        var before = await MeasureAsync(_unreachable, "/array/16");
        var gates = new LoadGates { MaxAllocatedBytesPerRequest = before.Memory.Allocation!.BytesPerRequest + 8 };

        var (same, more16, more64) = (await MeasureAsync(gates, "/array/16"), await MeasureAsync(gates, "/array/32"), await MeasureAsync(gates, "/array/80"));

        same.Verify(gates);
        Assert.Empty(same.Memory.Allocation!.TopTypes);
        Assert.Equal("MaxAllocatedBytesPerRequest", Assert.Single(Assert.Throws<LoadGateException>(() => more16.Verify(gates)).Failures).Gate);
        Assert.Equal("MaxAllocatedBytesPerRequest", Assert.Single(Assert.Throws<LoadGateException>(() => more64.Verify(gates)).Failures).Gate);
    }

    [ReleaseFact]
    public async Task The_most_allocated_type_is_named_first()
    {
        var result = await MeasureAsync(_unreachable, "/array/8192");

        var types = result.Memory.Allocation!.TopTypes;
        Assert.Equal(5, types.Count);
        Assert.Equal("System.Byte[]", types[0].Type);
        Assert.InRange(types[0].Share, 0.6, 0.99);
        Assert.Equal(types.OrderByDescending(t => t.Share), types);
        Assert.Contains(" Allocated types, sampled: System.Byte[] ", Assert.Throws<LoadGateException>(() => result.Verify(_unreachable)).Message, StringComparison.Ordinal);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Several_requests_are_sent_equally_often_in_each_window()
    {
        var alike = await MeasureAsync(_unreachable, "/array/0016", "/array/1016");
        var unlike = await MeasureAsync(_unreachable, "/array/0016", "/array/9016");

        Assert.InRange(unlike.Memory.Allocation!.BytesPerRequest!.Value - alike.Memory.Allocation!.BytesPerRequest!.Value, 4_000 - 8, 4_000 + 8);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Background_allocation_is_left_out()
    {
        var without = await MeasureAsync(_generous, "/array/16");
        var with = await RunAsync(LoadTest.For<App>(app => app.Configuration["Mode"] = "allocates in the background"), _generous, "/array/16");

        var allocation = with.Memory.Allocation!;
        var ofRequest = BackgroundWork.BytesPerSecond / with.CompletedPerSecond;
        Assert.InRange(allocation.BackgroundBytesPerSecond, 0.5 * BackgroundWork.BytesPerSecond, 1.5 * BackgroundWork.BytesPerSecond);
        Assert.InRange(allocation.BytesPerRequest!.Value - without.Memory.Allocation!.BytesPerRequest!.Value, -0.5 * ofRequest, 0.5 * ofRequest);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Its_requests_are_in_no_other_figure()
    {
        static LoadTest Test() => LoadTest.For<App>().Get("/text").Get("/every-third").With(o => (o.Requests, o.WarmUp, o.MaxWarmUp) = (300, TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50)));

        var without = Identity.Check(await Test().RunAsync());
        var begun = Stopwatch.GetTimestamp();
        var with = Identity.Check(await Test().RunForAsync(_unreachable));
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
            .With(o => (o.Duration, o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(200), TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50))).RunForAsync(_generous));

        Assert.Equal(100, result.Pacing!.Planned);
        Assert.NotEmpty(result.Memory.Allocation!.Windows);
    }

    [Fact]
    public async Task A_cold_app_is_sent_no_further_requests()
    {
        var result = await LoadTest.For<App>().Get("/text").Sending(50).RunForAsync(_unreachable);

        Assert.Null(result.Memory.Allocation);
        Assert.Throws<LoadGateException>(() => result.Verify(_unreachable));
    }

    [Fact]
    public async Task An_app_known_only_by_its_address_has_none()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK|Content-Length: 0||");

        var result = await LoadTest.Against(server.Address).Get("/").With(o => (o.Duration, o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50))).RunForAsync(_unreachable);

        Assert.Equal(MemoryFigures.NotAvailable, result.Memory);
        Assert.Throws<LoadTestException>(() => result.Verify(_unreachable));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_in_its_own_process_is_measured_and_its_types_are_reported()
    {
        var result = await LoadTest.ForPublished(Built.TestApp).Get("/array/8192").With(o => (o.Duration, o.WarmUp) = (TimeSpan.FromMilliseconds(300), TimeSpan.FromMilliseconds(500))).RunForAsync(_unreachable);

        output.WriteLine(result.ToString());
        var allocation = result.Memory.Allocation!;
        Assert.NotEmpty(allocation.Windows);
        Assert.Equal(5, allocation.TopTypes.Count);
        Assert.Equal("System.Byte[]", allocation.TopTypes[0].Type);
        Assert.InRange(allocation.TopTypes[0].Share, 0.6, 0.99);
        Assert.Equal(allocation.TopTypes.OrderByDescending(t => t.Share), allocation.TopTypes);
        Assert.Contains(" Allocated types, sampled: System.Byte[] ", AllocationDetail(result), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(200)]
    [InlineData(700)]
    [InlineData(1_100)]
    [InlineData(1_600)]
    [Trait("Category", "Slow")]
    public async Task Cancelling_midway_ends_the_run_as_cancelled(int milliseconds)
    {
        using var cancellation = new CancellationTokenSource();
        var result = await StepAsync(new CreatedAppTarget<App>(() => new AppOptions()), _ => cancellation.CancelAfter(milliseconds), cancellation.Token);

        Assert.Equal(result.Memory.Allocation is null, result.WasCancelled);
        if (result.WasCancelled)
        {
            Assert.Contains("the run was cancelled", Assert.Throws<LoadGateException>(() => result.Verify(_generous)).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task An_app_that_dies_midway_passes_no_gate()
    {
        var target = new PublishedAppTarget(Built.TestApp, new PublishedAppOptions { EntryPoint = "TestApp" });

        var result = await StepAsync(target, app => _ = KillAsync(app), CancellationToken.None);

        Assert.Equal((null, true, false), (result.Memory.Allocation, result.HasAppGone, result.WasCancelled));
        Assert.Contains("the app's process exited before the run ended", Assert.Throws<LoadGateException>(() => result.Verify(new() { MaxFailurePercent = 90, MaxAllocatedBytesPerRequest = 1e9 })).Message, StringComparison.Ordinal);

        static async Task KillAsync(RunningApp app)
        {
            using var client = new HttpClient();
            var id = await client.GetStringAsync(new Uri(app.Address, "/process"));
            using var process = Process.GetProcessById(int.Parse(id, CultureInfo.InvariantCulture));
            process.Kill();
        }
    }

    [Fact]
    public async Task An_app_that_begins_to_stop_midway_has_no_figure_and_passes_no_gate()
    {
        var builder = WebApplication.CreateBuilder(["--urls=http://127.0.0.1:0"]);
        await using var app = App.Build(builder);

        var result = await StepAsync(new HostTarget(app), running => running.Services!.GetRequiredService<IHostApplicationLifetime>().StopApplication(), CancellationToken.None);

        Assert.Null(result.Memory.Allocation!.BytesPerRequest);
        Assert.Contains(
            "The app began to stop before its allocated bytes were measured",
            Assert.Throws<LoadTestException>(() => result.Verify(new() { MaxFailurePercent = 90, MaxAllocatedBytesPerRequest = 1e9 })).Message,
            StringComparison.Ordinal);
    }

    private static async Task<LoadResult> StepAsync(ILoadTarget target, Action<RunningApp> begun, CancellationToken cancellationToken)
    {
        var plan = new LoadPlan(target)
        {
            Requests = [LoadRequest.Get("/text")],
            Options = new LoadOptions { Connections = 4, Duration = TimeSpan.FromMilliseconds(200), WarmUp = TimeSpan.FromMilliseconds(50), MaxWarmUp = TimeSpan.FromMilliseconds(50) },
        };
        var app = await target.StartAsync(TimeSpan.FromSeconds(30), CancellationToken.None);
        try
        {
            await using var load = await ReadyLoad.PrepareAsync(plan, app, crew: null, CancellationToken.None);
            var warmUp = await load.WarmUpAsync(least: null, needsAnswer: false, CancellationToken.None);
            var window = await new WindowStep(load).RunAsync(isHopeless: false, CancellationToken.None);
            Assert.True(AllocationStep.CanMeasure(load, window));
            var without = ResultBuilder.Build(load, warmUp, window, overlapped: false);
            var result = new AllocationStep(load, window, limit: 0, warmUp.Strays).AddToAsync(without, cancellationToken);
            begun(app);
            return await result;
        }
        finally
        {
            await app.StopAsync(TimeSpan.FromSeconds(10));
        }
    }

    private static string AllocationDetail(LoadResult result) =>
        Assert.Single(Assert.Throws<LoadGateException>(() => result.Verify(_unreachable)).Failures).Message;

    private Task<LoadResult> MeasureAsync(LoadGates gates, params string[] paths) => RunAsync(LoadTest.For<App>(), gates, paths);

    private async Task<LoadResult> RunAsync(LoadTest test, LoadGates gates, params string[] paths)
    {
        test = paths.Aggregate(test, (t, path) => t.Get(path)).With(o => (o.Duration, o.WarmUp) = (TimeSpan.FromMilliseconds(300), TimeSpan.FromSeconds(1)));
        var result = Identity.Check(await test.RunForAsync(gates));
        output.WriteLine(result.ToString());
        return result;
    }
}
