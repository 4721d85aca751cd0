using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Http;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>How much of a chain is sent: at a set rate, with users that come and go, and with rows that are each taken once.</summary>
public abstract class ChainLoadTests(LoadEngine engine)
{
    private const int MaxRows = 1_000;

    private static readonly string[] _whole = ["/a", "/b", "/c"];

    [Fact]
    public async Task A_rate_is_one_of_passes()
    {
        await using var app = await RecordingApp.StartAsync();

        var result = Identity.Check(await Chain(app).AtRate(100).Lasting(400, connections: 8).RunAsync());

        Assert.Equal((40, 40L), (result.Pacing!.Planned, result.Endpoints[0].Sent + result.Pacing.Unsent));
        Assert.Equal(result.Endpoints[0].Sent, result.Pacing.Lateness.Count);
        Assert.Null(result.Pauses);
        Assert.All(Passes(app), p => Assert.Equal(_whole.Take(p.Length), p));
        Assert.Contains($"  Rate        40 passes planned, {result.Pacing.Unsent} never begun, ", $"{result}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_latency_of_the_first_request_of_a_pass_counts_from_its_due_time_and_that_of_others_does_not()
    {
        await using var app = await RecordingApp.StartAsync(async (context, request) =>
        {
            if (request.Target == "/a")
            {
                Thread.Sleep(30); // never shorter, unlike a timer
            }

            await context.Response.WriteAsync("ok");
        });

        var result = Identity.Check(await Chain(app).AtRate(100).Lasting(300, connections: 1).RunAsync());

        // The only user needs 30 ms for a pass, and one is due every 10 ms: each waits for longer than the one before.
        Assert.True(result.Pacing is { Unsent: > 0, LateForConnection: > 0 });
        Assert.True(result.Endpoints[0].Latency.Max >= TimeSpan.FromMilliseconds(50), $"{result.Endpoints[0].Latency.Max}");
        Assert.Equal((result.Pacing.Unsent, 0, 0), (result.Endpoints[0].Latency.Unanswered, result.Endpoints[1].Latency.Unanswered, result.Endpoints[2].Latency.Unanswered));
        Assert.StartsWith("The set rate was not kept: of 30 planned passes, ", Assert.Single(result.Findings, f => f.Name == FindingNames.LateSends).Message, StringComparison.Ordinal);
        Assert.Contains(
            $"{result.Pacing.Unsent} of the 30 planned passes ({(double)result.Pacing.Unsent / 30:0.0#%}) were never begun because the only connection was in use by another pass",
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates { MinRps = 1 })).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Passes_of_a_rate_take_the_rows_in_turn_whoever_sends_them()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/a/{id}").Get("/b/{id}").WithData(Rows(MaxRows)).AsChain().With(o => o.Engine = engine);

        var result = await test.AtRate(100).Lasting(300, connections: 6).RunAsync();

        int[] taken = [.. app.Targets.Where(t => t.StartsWith("/a/", StringComparison.Ordinal)).Select(t => int.Parse(t[3..], CultureInfo.InvariantCulture)).Order()];
        Assert.Equal(Enumerable.Range(0, (int)result.Endpoints[0].Sent), taken);
        Assert.All(app.Received.GroupBy(r => r.Connection).SelectMany(c => c.Chunk(2)), p => Assert.Single(p.Select(r => r.Target[3..]).Distinct()));
    }

    [Fact]
    public async Task Users_pause_within_the_passes_of_a_rate_which_has_figures_of_both()
    {
        await using var app = await RecordingApp.StartAsync();
        var pause = TimeSpan.FromMilliseconds(20);
        var test = app.Test.Send(LoadRequest.Get("/a").WithPause(pause)).Send(LoadRequest.Get("/b").WithPause(TimeSpan.FromHours(1))).AsChain();

        var result = Identity.Check(await test.With(o => o.Engine = engine).AtRate(50).Lasting(400, connections: 8).RunAsync());

        Assert.Equal(20, result.Endpoints[0].Sent + result.Pacing!.Unsent);
        Assert.Equal((result.Endpoints[0].Sent, result.Endpoints[1].Sent), (result.Pacing.Lateness.Count, result.Pauses!.Count));
        Assert.True(result.Endpoints[1].Sent > 8); // the pause after a pass holds up nobody
        var pauses = app.Received.GroupBy(r => r.Connection).SelectMany(c => c.Chunk(2)).Where(p => p.Length == 2);
        Assert.All(pauses, p => Assert.True(Stopwatch.GetElapsedTime(p[0].At, p[1].At) >= pause));
    }

    [Fact]
    public async Task A_pass_that_fails_frees_its_user()
    {
        await using var app = await RecordingApp.StartAsync((context, request) =>
        {
            context.Response.StatusCode = request.Target == "/b" ? 500 : 200;
            return context.Response.WriteAsync("ok");
        });

        var result = Identity.Check(await Chain(app).AtRate(100).Lasting(200, connections: 4).RunAsync());

        Assert.Equal((20, 0L), (result.Pacing!.Planned, result.Endpoints[2].Sent));
        Assert.Equal(20, result.Endpoints[0].Sent + result.Pacing.Unsent);
        Assert.All(Passes(app), p => Assert.Equal(["/a", "/b"], p.Length == 2 ? p : [.. p, "/b"]));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(400)]
    public async Task Each_row_is_taken_once_by_a_whole_pass(int? rate)
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/a/{id}").Get("/b").Get("/c/{id}").WithData(Rows(40).EachOnce()).AsChain().With(o => (o.Engine, o.Connections) = (engine, 3));

        var result = Identity.CheckCounts(await (rate is { } set ? test.AtRate(set) : test).RunAsync());

        Assert.Equal([40L, 40L, 40L], result.Endpoints.Select(e => e.Succeeded));
        Assert.Equal((120L, 40L), (result.RequestsPlanned, result.PassesPlanned));
        Assert.Equal<(long?, long?)>(rate is null ? (null, null) : (40, 0), (result.Pacing?.Planned, result.Pacing?.Unsent));
        foreach (var step in new[] { "/a/", "/c/" })
        {
            Assert.Equal(Ids(40), app.Targets.Where(t => t.StartsWith(step, StringComparison.Ordinal)).Select(t => t[3..]).Order(StringComparer.Ordinal));
        }

        Assert.True(result.Duration < TimeSpan.FromMinutes(1)); // it ends with the last row
    }

    [Fact]
    public async Task A_row_whose_pass_fails_is_not_taken_again_and_the_run_ends_with_the_last_all_the_same()
    {
        await using var app = await RecordingApp.StartAsync((context, request) =>
        {
            context.Response.StatusCode = request.Target.EndsWith('7') ? 500 : 200;
            return context.Response.WriteAsync("ok");
        });
        var test = app.Test.Get("/a/{id}").Get("/b/{id}").WithData(Rows(40).EachOnce()).AsChain().With(o => (o.Engine, o.Connections) = (engine, 3));

        var result = Identity.CheckCounts(await test.RunAsync());

        Assert.Equal([40L, 36L, 4L], [.. result.Endpoints.Select(e => e.Sent), result.Failed]);
        Assert.DoesNotContain(result.Findings, f => f.Name == FindingNames.RequestsLeft);
        result.VerifyAsIs(new LoadGates { MaxFailures = 4 });
    }

    [Fact]
    public async Task Passes_that_MaxDuration_cuts_off_are_no_evidence()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Send(LoadRequest.Get("/a/{id}").WithPause(TimeSpan.FromHours(1))).Get("/b").WithData(Rows(2).EachOnce()).AsChain();

        var result = await test.With(o => (o.Engine, o.Connections, o.MaxDuration) = (engine, 2, TimeSpan.FromMilliseconds(200))).RunAsync();

        Assert.Equal("Only 0 of 2 passes were finished before o.MaxDuration had passed.", Assert.Single(result.Findings, f => f.Name == FindingNames.RequestsLeft).Message);
    }

    [Fact]
    public async Task Rows_of_independent_requests_can_be_taken_once_at_a_rate()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/{id}").WithData(Rows(40).EachOnce()).With(o => (o.Engine, o.Connections) = (engine, 3));

        var result = Identity.CheckCounts(await test.AtRate(400).RunAsync());

        Assert.Equal((40L, 40L, 0L), (result.Succeeded, result.Pacing!.Planned, result.Pacing.Unsent));
        Assert.Equal(Ids(40), app.Targets.Select(t => t[1..]).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_rate_may_end_before_the_rows_do()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/{id}").WithData(Rows(MaxRows).EachOnce()).With(o => (o.Engine, o.Connections) = (engine, 3));

        var result = await test.AtRate(LoadRate.From(100).Hold(TimeSpan.FromMilliseconds(200))).RunAsync();

        Assert.Equal((20L, 20L, 20L), (result.Succeeded, result.Pacing!.Planned, result.RequestsPlanned));
        Assert.Equal(20, app.Targets.Distinct().Count());
    }

    [Fact]
    public async Task Users_join_between_two_passes_along_a_ramp()
    {
        await using var app = await RecordingApp.StartAsync();
        using var enough = new CancellationTokenSource(TimeSpan.FromSeconds(30));
        var begun = Stopwatch.GetTimestamp();
        var users = LoadUsers.From(1).Hold(TimeSpan.FromMilliseconds(600)).RampTo(3, TimeSpan.FromMilliseconds(600)).Hold(TimeSpan.FromMinutes(1));

        var running = Chain(app, TimeSpan.FromMilliseconds(5)).WithUsers(users).With(o => o.WarmUp = TimeSpan.Zero).RunAsync(enough.Token);
        while (app.Received.DistinctBy(r => r.Connection).Count() < 3 && !enough.IsCancellationRequested)
        {
            await Task.Delay(10);
        }

        await enough.CancelAsync();
        var result = await running;

        long[] joined = [.. app.Received.GroupBy(r => r.Connection).Select(c => c.Min(r => r.At)).Order()];
        Assert.Equal((3, 3), (joined.Length, result.Connections));
        Assert.True(Stopwatch.GetElapsedTime(begun, joined[1]) >= TimeSpan.FromMilliseconds(600));
        Assert.True(Stopwatch.GetElapsedTime(begun, joined[2]) >= TimeSpan.FromMilliseconds(1_000));
        Assert.All(Passes(app), p => Assert.Equal(_whole.Take(p.Length), p));
    }

    [Fact]
    public async Task Users_leave_after_their_pass_and_the_length_of_the_ramp_is_that_of_the_test()
    {
        await using var app = await RecordingApp.StartAsync();
        var users = LoadUsers.From(2).Hold(TimeSpan.FromMilliseconds(150)).RampTo(0, TimeSpan.FromTicks(1)).Hold(TimeSpan.FromMilliseconds(450));

        var result = Identity.Check(await Chain(app, TimeSpan.FromMilliseconds(5)).WithUsers(users).With(o => o.WarmUp = TimeSpan.Zero).RunAsync());

        Assert.Equal((2, 0.6), (result.Connections, Math.Round(result.Duration.TotalSeconds, 4)));
        Assert.Equal(0, result.Sent % 3); // nobody left within a pass
        Assert.Equal(result.Sent, result.Succeeded);
        Assert.True(result.Intervals.Last(i => i.Succeeded > 0).Start < TimeSpan.FromMilliseconds(500));
    }

    private LoadTest Chain(RecordingApp app, TimeSpan pause = default) =>
        app.Test.Send(LoadRequest.Get("/a").WithPause(pause)).Get("/b").Get("/c").AsChain().With(o => o.Engine = engine);

    // The last one of a connection may be unfinished.
    private static IEnumerable<string[]> Passes(RecordingApp app)
    {
        List<string> pass = [];
        foreach (var target in app.Received.GroupBy(r => r.Connection).SelectMany(c => c.Select(r => r.Target)))
        {
            if (target == "/a" && pass.Count > 0)
            {
                yield return [.. pass];
                pass.Clear();
            }

            pass.Add(target);
        }

        yield return [.. pass];
    }

    private static LoadData Rows(int count) => LoadData.FromValues("id", Ids(count));

    private static IEnumerable<string> Ids(int count) => Enumerable.Range(0, count).Select(i => i.ToString("D4", CultureInfo.InvariantCulture));
}
