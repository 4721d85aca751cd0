using TestApp;
using ThroughputKit.Gates;
using ThroughputKit.Planning;
using ThroughputKit.Probes;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;
using Xunit.Abstractions;

namespace ThroughputKit.Tests.Running;

/// <summary>Retained bytes of real apps, as a gate judges them.</summary>
public class RetentionStepTests(ITestOutputHelper output)
{
    private const int Leaked = 96;
    private const int RequestsOfStretch = 50;
    private const string Answer = "HTTP/1.1 200 OK|Content-Length: 0||";

    private static readonly LoadGates _gates = new() { MaxRetainedBytesPerRequest = 8 };

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public Task A_slow_leak_fails_and_an_app_without_one_passes() => CheckAsync(LoadTest.For<App>());

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public Task So_it_is_for_an_app_in_its_own_process() => CheckAsync(LoadTest.ForPublished(Built.TestApp));

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Half_of_the_requests_leak_half_as_much()
    {
        var result = await MeasureAsync(LoadTest.For<App>().Get("/text").Get("/leaks"));

        Assert.InRange(result.Memory.Retention!.BytesPerRequest!.Value, (Leaked / 2) - 2, (Leaked / 2) + 2);
    }

    [Fact]
    public async Task The_heap_is_measured_between_stretches_of_counted_requests()
    {
        await using var server = ScriptedServer.Answering(Answer);

        var retention = (await StepAsync(server, new ScriptedProcess(() => 0) { Heap = () => Leaked * server.Requests })).Memory.Retention!;

        Assert.Equal(Leaked, retention.BytesPerRequest);
        Assert.Equal(Enumerable.Repeat<double>(Leaked, RetentionStretches.MaxStretches), retention.Stretches);
        Assert.Equal(16 * 1024.0 / RequestsOfStretch, retention.Noise);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task A_run_measures_them_for_the_gate_alone()
    {
        await using var server = ScriptedServer.Answering(Answer);
        var options = new LoadOptions { Requests = 100, Connections = 4, WarmUp = TimeSpan.FromMilliseconds(1), MaxWarmUp = TimeSpan.FromMilliseconds(1) };
        var plan = new LoadPlan(new ScriptedTarget(server, new ScriptedProcess(() => 0))) { Requests = [LoadRequest.Get("/")], Options = options };

        var without = await LoadRun.RunAsync(plan, new RunContext(CancellationToken.None));
        var before = server.Requests;
        var with = await LoadRun.RunAsync(plan with { Gates = new() { MaxRetainedBytesPerRequest = 1e9 } }, new RunContext(CancellationToken.None));

        Assert.Null(without.Memory.Retention);
        Assert.Equal((100, 100), (without.Sent, with.Sent));
        Assert.Equal(RetentionStretches.MinStretches, with.Memory.Retention!.Stretches.Count);
        Assert.True(with.Times!.Retention > TimeSpan.Zero);
        Assert.True(server.Requests - before > 100);
    }

    [Fact]
    public async Task A_cold_app_is_sent_no_further_requests_and_the_gate_is_an_error()
    {
        var result = await LoadTest.For<App>().Get("/text").Sending(50).Within(_gates).RunAsync();

        Assert.Null(result.Memory.Retention);
        Assert.Contains("with a warm-up", Assert.Single(GateJudge.JudgeEligible(result, _gates).Problems).Problem.Cause, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_begins_to_stop_is_not_judged()
    {
        using var stopping = new CancellationTokenSource();
        await using var server = ScriptedServer.Answering(Answer);

        var result = await StepAsync(server, Midway(_ => stopping.Cancel()), stopping: stopping.Token);

        CheckNotJudged(result, "The app began to stop before its retained bytes were measured.");
    }

    [Fact]
    public async Task A_stretch_without_a_whole_round_of_the_mix_is_not_judged()
    {
        await using var server = ScriptedServer.Answering(Answer);

        var result = await StepAsync(server, new ScriptedProcess(() => 0), weight: 9_999, longest: TimeSpan.FromTicks(1));

        CheckNotJudged(result with { Endpoints = [.. result.Endpoints.Select(e => e with { IsInMix = false })] }, "A stretch of load had only "); // the run, too, was too short for the mix
    }

    [Fact]
    public async Task An_app_that_fails_more_than_before_is_not_judged()
    {
        var fails = false;
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(fails ? "HTTP/1.1 500 Oops|Content-Length: 0||" : Answer);
            }
        });

        CheckNotJudged(await StepAsync(server, Midway(_ => fails = true)), "A larger share of the requests failed while retained bytes were measured than in the run.");
    }

    [Fact]
    public async Task A_process_that_ends_midway_passes_no_gate()
    {
        await using var server = ScriptedServer.Answering(Answer);

        var result = await StepAsync(server, Midway(process => process.HasExited = true));

        Assert.Equal((null, true, false), (result.Memory.Retention, result.HasAppExited, result.WasCancelled));
        Assert.Contains("exited before the run ended", Assert.Single(GateJudge.JudgeEligible(result, _gates).Failed).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Cancelling_midway_ends_the_run_as_cancelled()
    {
        using var cancellation = new CancellationTokenSource();
        await using var server = ScriptedServer.Answering(Answer);

        var result = await StepAsync(server, Midway(_ => cancellation.Cancel()), cancellationToken: cancellation.Token);

        Assert.Equal((null, true), (result.Memory.Retention, result.WasCancelled));
        Assert.Empty(GateJudge.JudgeEligible(result, _gates).Problems);
        Assert.Contains("the run was cancelled", Assert.Single(GateJudge.JudgeEligible(result, _gates).Failed).Message, StringComparison.Ordinal);
    }

    // A process to which something happens after the first stretch. The run itself looks at the heap three times before.
    private static ScriptedProcess Midway(Action<ScriptedProcess> happen)
    {
        var looks = 0;
        ScriptedProcess? process = null;
        return process = new ScriptedProcess(() => 0)
        {
            Heap = () =>
            {
                if (++looks == 5)
                {
                    happen(process!);
                }

                return looks;
            },
        };
    }

    private static void CheckNotJudged(LoadResult result, string reason)
    {
        var verdict = GateJudge.JudgeEligible(result, _gates);

        Assert.StartsWith($"MaxRetainedBytesPerRequest: not measured. {reason}", Assert.Single(verdict.Inconclusive).ToString(), StringComparison.Ordinal);
        Assert.Empty(verdict.Failed);
        Assert.Empty(verdict.Problems);
        Assert.Contains(reason, Assert.Throws<LoadTestException>(() => result.VerifyAsIs(_gates)).Message, StringComparison.Ordinal);
    }

    // The step alone, after a run of a fixed number of requests.
    private static async Task<LoadResult> StepAsync(
        ScriptedServer server,
        IProcessProbe probe,
        int weight = 1,
        TimeSpan? longest = null,
        CancellationToken stopping = default,
        CancellationToken cancellationToken = default)
    {
        var target = new ScriptedTarget(server, probe) { Stopping = stopping };
        var plan = new LoadPlan(target)
        {
            Requests = [LoadRequest.Get("/text"), LoadRequest.Get("/text?again").WithWeight(weight)],
            Options = new LoadOptions { Connections = 4, Requests = 200, WarmUp = TimeSpan.FromMilliseconds(1), MaxWarmUp = TimeSpan.FromMilliseconds(1) },
        };
        var app = await target.StartAsync(TimeSpan.FromSeconds(30), CancellationToken.None);
        await using var load = await ReadyLoad.PrepareAsync(plan, app, new RunContext(CancellationToken.None));
        var warmUp = await load.WarmUpAsync(least: null, needsAnswer: false, CancellationToken.None);
        var window = await MeasuredPhase.RunWindowAsync(load, printed: null, onlyErrors: false, new RunContext(CancellationToken.None));
        var after = new AfterWindow();
        await new RetentionStep(load, window, _gates.MaxRetainedBytesPerRequest!.Value, RequestsOfStretch, longest ?? TimeSpan.FromMinutes(10))
            .AddToAsync(after, cancellationToken);
        return ResultBuilder.Build(load, warmUp, window, overlapped: false, after);
    }

    private async Task CheckAsync(LoadTest app)
    {
        var (good, leaking) = (await MeasureAsync(app.Get("/text")), await MeasureAsync(app.Get("/leaks")));

        Assert.InRange(good.Memory.Retention!.BytesPerRequest!.Value, 0, good.Memory.Retention.Noise);
        Assert.Single(GateJudge.JudgeEligible(good, _gates).Passed, g => g.Gate == "MaxRetainedBytesPerRequest");
        Assert.InRange(leaking.Memory.Retention!.BytesPerRequest!.Value, Leaked - 2, Leaked + 2);
        Assert.Equal("MaxRetainedBytesPerRequest", Assert.Single(GateJudge.JudgeEligible(leaking, _gates).Failed).Gate);
    }

    private async Task<LoadResult> MeasureAsync(LoadTest test)
    {
        var result = Identity.Check(await test.With(o => o.Duration = TimeSpan.FromMilliseconds(300)).Within(_gates).RunAsync());
        output.WriteLine(result.ToString());
        return result;
    }
}
