using System.Collections.Concurrent;
using TestApp;
using ThroughputKit.Gates;
using ThroughputKit.Planning;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;
using Xunit.Abstractions;

namespace ThroughputKit.Tests.Running;

/// <summary>Allocated bytes of single requests of a mix, which are sent alone for their gates.</summary>
public class EndpointAllocationTests(ITestOutputHelper output)
{
    private const string Ok = "HTTP/1.1 200 OK|Content-Length: 0||";
    private const string Broken = "HTTP/1.1 500 Internal Server Error|Content-Length: 0||";
    private const int Large = 1; // of the requests of the mix

    private static readonly AllocationPace _quick = QuickPace.Value with { WholeAlone = TimeSpan.FromTicks(1) };

    [Fact]
    public async Task A_request_is_sent_alone_and_has_the_bytes_of_its_own()
    {
        await using var app = new MixedApp();

        await app.RunAsync(async measure =>
        {
            app.Received.Clear();
            var large = await measure(Large, 1e9);
            Assert.Equal(["/large"], app.Received.Keys);
            Assert.Equal([null, 11_000], large.Endpoints.Select(e => e.AllocatedBytesPerRequest));
            Assert.Null(large.Memory.Allocation);
            Assert.Empty(large.Endpoints[Large].Allocation!.TopTypes);

            Assert.Equal(1_000, (await measure(0, 1e9)).Endpoints[0].AllocatedBytesPerRequest);
            Assert.Equal(3_500, (await measure(null, 1e9)).Memory.Allocation!.BytesPerRequest); // the weights are 3 and 1
        });
    }

    [Fact]
    public async Task Beyond_the_limit_its_types_are_sampled()
    {
        await using var app = new MixedApp();

        await app.RunAsync(async measure =>
        {
            var result = await measure(Large, 10_999);

            Assert.Equal("Shop.Order", Assert.Single(result.Endpoints[Large].Allocation!.TopTypes).Type);
            Assert.Matches(@"sampled:\s+\d+% Order", Assert.Single(Judge(result, 10_999).Failed).Message);
        });
    }

    [Fact]
    public async Task Code_that_is_seldom_called_in_the_mix_is_compiled_before_it_is_measured()
    {
        var (looks, methods) = (0, 0L);
        await using var app = new MixedApp { BytesOfLarge = () => looks < 20 ? 50_000 : 11_000, Methods = () => looks++ < 20 ? methods += 1_000 : methods };

        await app.RunAsync(async measure =>
        {
            looks = 0;

            Assert.Equal(11_000, (await measure(Large, 1e9)).Endpoints[Large].AllocatedBytesPerRequest);
        });
    }

    [Fact]
    public async Task It_may_fail_as_often_as_in_the_mix()
    {
        var sent = 0;
        await using var app = new MixedApp { AnswerOfLarge = () => Interlocked.Increment(ref sent) % 3 == 0 ? Broken : Ok };

        await app.RunAsync(async measure => Assert.Equal(11_000, (await measure(Large, 1e9)).Endpoints[Large].AllocatedBytesPerRequest));
    }

    [Fact]
    public async Task Without_a_figure_its_gate_does_not_pass()
    {
        var answer = Ok;
        await using var app = new MixedApp { AnswerOfLarge = () => answer };

        await app.RunAsync(async measure =>
        {
            answer = Broken;
            var verdict = Judge(await measure(Large, 1e9), 1e9);

            Assert.DoesNotContain(verdict.Gates, g => g.Gate == "GET /large: MaxAllocatedBytesPerRequest");
            Assert.Contains("A larger share of the requests failed while allocated bytes were measured", Assert.Single(verdict.Problems).Problem.ToString(), StringComparison.Ordinal);
        });
    }

    [Fact]
    public async Task A_measurement_that_breaks_off_passes_no_gate_and_leaves_the_mix_as_it_was()
    {
        using var cancellation = new CancellationTokenSource();
        await using var app = new MixedApp();

        await app.RunAsync(async measure =>
        {
            await cancellation.CancelAsync();
            Assert.True((await measure(Large, 1e9)).WasCancelled);
        }, cancellationToken: cancellation.Token);
        await app.RunAsync(async measure =>
        {
            app.Process.HasExited = true;
            var gone = await measure(Large, 1e9);

            Assert.True(gone.HasAppExited);
            Assert.Contains(Judge(gone, 1e9).Failed, g => g.IsForEvidence);
            app.Process.HasExited = false;
            Assert.Equal(3_500, (await measure(null, 1e9)).Memory.Allocation!.BytesPerRequest);
        });
    }

    [Fact]
    public async Task A_request_with_data_goes_on_with_its_rows()
    {
        await using var app = new MixedApp();

        await app.RunAsync(
            async measure =>
            {
                app.Received.Clear();
                await measure(Large, 1e9);

                Assert.Equal(["/item/1", "/item/2", "/item/3"], app.Received.Keys.Order(StringComparer.Ordinal));
            },
            [LoadRequest.Get("/small"), LoadRequest.Get("/item/{id}")],
            LoadData.FromValues("id", ["1", "2", "3"]));
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Requests_that_allocate_10_000_bytes_apart_are_each_judged_by_their_own()
    {
        var result = await RunAsync(Mix().Within("small", new() { MaxAllocatedBytesPerRequest = 5_000 }).Within("large", new() { MaxAllocatedBytesPerRequest = 5_000 }));

        Assert.InRange(result.Endpoints[1].AllocatedBytesPerRequest!.Value - result.Endpoints[0].AllocatedBytesPerRequest!.Value, 9_900, 10_100);
        Assert.Null(result.Endpoints[2].AllocatedBytesPerRequest);
        Assert.Null(result.Memory.Allocation);
        Assert.True(result.Times!.Allocation > TimeSpan.Zero);
        Assert.Contains(result.Gates, g => g.Gate == "small: MaxAllocatedBytesPerRequest" && g.Verdict == GateVerdict.Passed);
        var failure = Assert.Single(Assert.Throws<LoadGateException>(() => result.Verify()).Failures);
        Assert.Equal("large: MaxAllocatedBytesPerRequest", failure.Gate);
        Assert.Matches(@" Allocated types, sampled:\s+\d+% byte\[\]", failure.Message);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task They_are_sent_after_all_together_and_are_in_no_other_figure()
    {
        var result = await RunAsync(Mix(o => (o.Requests, o.WarmUp) = (220, TimeSpan.FromSeconds(1))).Within(new() { MaxAllocatedBytesPerRequest = 1e9 }).Within("large", new() { MaxAllocatedBytesPerRequest = 1e9 }));

        Assert.Equal([180, 20, 20], result.Endpoints.Select(e => e.Sent)); // as the weights say
        Assert.InRange(result.Endpoints[1].AllocatedBytesPerRequest!.Value - result.Memory.Allocation!.BytesPerRequest!.Value, 8_000, 10_000);
        Assert.Equal(GateVerdict.Passed, result.Verdict);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task They_are_measured_in_a_process_of_the_apps_own_too()
    {
        var result = await RunAsync(Mix(LoadTest.ForPublished(Built.TestApp))
            .Within("small", new() { MaxAllocatedBytesPerRequest = 1e9 }).Within("large", new() { MaxAllocatedBytesPerRequest = 1e9 }));

        Assert.InRange(result.Endpoints[1].AllocatedBytesPerRequest!.Value - result.Endpoints[0].AllocatedBytesPerRequest!.Value, 9_900, 10_100);
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task At_a_set_rate_it_is_sent_at_that_rate()
    {
        var result = await RunAsync(Mix().AtRate(500).Within("large", new() { MaxAllocatedBytesPerRequest = 1e9 }));

        Assert.InRange(result.Endpoints[1].AllocatedBytesPerRequest!.Value, 10_000, 15_000);
        Assert.Equal(GateVerdict.Passed, result.Verdict);
    }

    private static LoadTest Mix(Action<LoadOptions>? options = null) => Mix(LoadTest.For<App>(), options);

    private static LoadTest Mix(LoadTest app, Action<LoadOptions>? options = null) => app
        .Send(LoadRequest.Get("/array/16").Named("small").WithWeight(9)).Send(LoadRequest.Get("/array/10016").Named("large")).Get("/text")
        .With(options ?? (o => (o.Duration, o.WarmUp) = (TimeSpan.FromMilliseconds(300), TimeSpan.FromSeconds(1))));

    private static Verdict Judge(LoadResult result, double limit) =>
        GateJudge.JudgeEligible(result, new() { Endpoints = [new("GET /large", new() { MaxAllocatedBytesPerRequest = limit })] });

    private async Task<LoadResult> RunAsync(LoadTest test)
    {
        var result = Identity.Check(await test.RunAsync());
        output.WriteLine(result.ToString());
        return result;
    }

    // An app whose counters are made up, so that its bytes are exact.
    private sealed class MixedApp : IAsyncDisposable
    {
        private readonly ScriptedServer _server;
        private long _allocated;

        public MixedApp()
        {
            _server = new ScriptedServer(async connection =>
            {
                while (await connection.ReadRequestAsync() is { } request)
                {
                    var path = request.Split(' ')[1];
                    Received.AddOrUpdate(path, 1, (_, count) => count + 1);
                    Interlocked.Add(ref _allocated, path == "/large" ? BytesOfLarge() : 1_000);
                    await connection.SendAsync(path == "/large" ? AnswerOfLarge() : Ok);
                }
            });
            Process = new ScriptedProcess(() => Interlocked.Read(ref _allocated), new AllocatedType("Shop.Order", 0.9)) { Methods = () => Methods() };
        }

        public ConcurrentDictionary<string, int> Received { get; } = new(StringComparer.Ordinal);

        public Func<long> BytesOfLarge { get; init; } = () => 11_000;

        public Func<string> AnswerOfLarge { get; init; } = () => Ok;

        public Func<long> Methods { get; init; } = () => 0;

        public ScriptedProcess Process { get; }

        // Calls back after a run of a fixed number of requests, with what measures one of them alone, or all.
        public async Task RunAsync(
            Func<Func<int?, double, Task<LoadResult>>, Task> measured, LoadRequest[]? requests = null, LoadData? data = null, CancellationToken cancellationToken = default)
        {
            var target = new ScriptedTarget(_server, Process);
            var plan = new LoadPlan(target)
            {
                Requests = requests ?? [LoadRequest.Get("/small").WithWeight(3), LoadRequest.Get("/large")],
                Data = data,
                Options = new LoadOptions { Connections = 4, Requests = 200, WarmUp = TimeSpan.FromMilliseconds(1), MaxWarmUp = TimeSpan.FromMilliseconds(1) },
            };
            await using var load = await ReadyLoad.PrepareAsync(plan, await target.StartAsync(TimeSpan.FromSeconds(30), CancellationToken.None), new RunContext(CancellationToken.None));
            var warmUp = await load.WarmUpAsync(least: null, needsAnswer: false, CancellationToken.None);
            var window = await MeasuredPhase.RunWindowAsync(load, printed: null, onlyErrors: false, new RunContext(CancellationToken.None));
            await measured(async (request, limit) =>
            {
                var after = new AfterWindow();
                await new AllocationStep(load, window, limit, warmUp.ToleratedCompilations, _quick, request).AddToAsync(after, isSteady: true, cancellationToken);
                return ResultBuilder.Build(load, warmUp, window, overlapped: false, after);
            });
        }

        public ValueTask DisposeAsync() => _server.DisposeAsync();
    }
}
