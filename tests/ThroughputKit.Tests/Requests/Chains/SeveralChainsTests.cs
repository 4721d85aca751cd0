using Microsoft.AspNetCore.Http;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Chains;

/// <summary>Several chains in one test: each pass is one of a chain, as often as its weight says.</summary>
public abstract class SeveralChainsTests(LoadEngine engine)
{
    private static readonly string[] _browse = ["/a/1", "/a/2"];
    private static readonly string[] _buy = ["/b/1", "/b/2", "/b/3"];

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Each_user_has_whole_passes_of_each_chain_by_weight(int users)
    {
        await using var app = await RecordingApp.StartAsync();

        var result = Identity.Check(await Test(app).Sending(210, users).RunAsync());

        Assert.Equal(["browse: GET /a/1", "browse: GET /a/2", "buy: GET /b/1", "buy: GET /b/2", "buy: GET /b/3"], result.Endpoints.Select(e => e.Name));
        Assert.Equal(210, result.Succeeded);
        Assert.InRange(result.Endpoints[0].Sent, 60 - users, 60 + users);
        foreach (var user in Passes(app))
        {
            Assert.All(user.SkipLast(1), p => Assert.Contains(p, new[] { _browse, _buy }));
            Assert.InRange(user.Count(p => p[0] == "/a/1") - (2 * user.Count(p => p[0] == "/b/1")), -2, 2); // wherever in a round it begins and ends
        }
    }

    [Fact]
    public async Task At_a_rate_the_shares_hold_over_all_passes()
    {
        await using var app = await RecordingApp.StartAsync();

        var result = Identity.Check(await Test(app).AtRate(300).Lasting(300, connections: 8).RunAsync());

        Assert.Equal(90, result.Pacing!.Planned);
        Assert.Equal([60L, 0L, 30L, 0L, 0L], result.Endpoints.Select(e => e.Name.EndsWith("/1", StringComparison.Ordinal) ? e.Sent + e.Latency.Unanswered : 0));
        Assert.All(Passes(app).SelectMany(u => u.SkipLast(1)), p => Assert.Contains(p, new[] { _browse, _buy }));
    }

    [Fact]
    public async Task A_seed_makes_an_order_of_passes_that_is_the_same_in_each_run()
    {
        await using var first = await RecordingApp.StartAsync();
        await using var second = await RecordingApp.StartAsync();
        await using var third = await RecordingApp.StartAsync();

        await Test(first).InRandomOrder(7).Sending(210, connections: 1).RunAsync();
        await Test(second).InRandomOrder(7).Sending(210, connections: 1).RunAsync();
        await Test(third).InRandomOrder(8).Sending(210, connections: 1).RunAsync();

        Assert.Equal(first.Targets, second.Targets);
        Assert.NotEqual(first.Targets, third.Targets);
        Assert.Equal(60, first.Targets.Count(t => t == "/a/1"));
    }

    [Fact]
    public async Task Values_and_cookies_are_those_of_the_pass()
    {
        await using var app = await RecordingApp.StartAsync((context, request) =>
        {
            context.Response.Headers.SetCookie = $"sid={request.Target[1]}; Path=/";
            context.Response.Headers["X-Token"] = $"{request.Target[1]}1";
            return context.Response.WriteAsync("ok");
        });
        var test = app.Test
            .Chain("kept", [LoadRequest.Get("/k").TakeHeader("token", "X-Token"), LoadRequest.Get("/{token}").WithHeader("X-Value", "{token}")], keepCookies: true)
            .Chain("not kept", [LoadRequest.Get("/n").TakeHeader("token", "X-Token"), LoadRequest.Get("/{token}").WithHeader("X-Value", "{token}")]);

        var result = Identity.Check(await test.With(o => o.Engine = engine).Sending(80, connections: 2).RunAsync());

        Assert.Equal((80, 4), (result.Succeeded, app.Received.DistinctBy(r => r.Target).Count()));
        Assert.All(app.Received, r => Assert.Equal(r.Target switch { "/k1" => ("k1", "sid=k"), "/n1" => ("n1", ""), _ => ("", "") }, (r.Header, r.Cookie)));
    }

    [Fact]
    public async Task Passes_of_all_chains_take_the_rows_in_turn_and_share_the_numbers()
    {
        await using var app = await RecordingApp.StartAsync();
        var data = LoadData.FromValues("id", Enumerable.Range(0, 1_000).Select(i => $"{i}")).WithCounter("n");
        var test = app.Test.Chain("one", [LoadRequest.Get("/1/{id}/{n}")]).Chain("two", [LoadRequest.Get("/2/{id}/{n}"), LoadRequest.Get("/3/{id}/{n}")]).WithData(data);

        var result = Identity.Check(await test.With(o => o.Engine = engine).AtRate(200).Lasting(200, connections: 4).RunAsync());

        string[][] begun = [.. app.Targets.Select(t => t.Split('/')[1..]).Where(t => t[0] != "3")];
        Assert.Equal(result.Pacing!.Planned - result.Pacing.Unsent, begun.Length);
        Assert.Equal(Enumerable.Range(0, begun.Length), begun.Select(t => int.Parse(t[1], null)).Order());
        Assert.Equal(begun.Length, begun.DistinctBy(t => t[2]).Count());
        Assert.All(begun, t => Assert.Equal(t[0] == "1" ? 0 : 1, int.Parse(t[1], null) % 2));
    }

    [Theory]
    [InlineData(1, null)]
    [InlineData(4, null)]
    [InlineData(4, 400)]
    public async Task Passes_without_data_take_no_rows(int users, int? rate)
    {
        await using var app = await RecordingApp.StartAsync();
        var data = LoadData.FromValues("id", Enumerable.Range(0, 10).Select(i => $"{i}"));
        var test = app.Test.Chain("none", [LoadRequest.Get("/none"), LoadRequest.Get("/none")], weight: 3).Chain("row", [LoadRequest.Get("/{id}")]).WithData(data)
            .With(o => o.Engine = engine);

        await (rate is { } set ? test.AtRate(set).Lasting(400, users) : test.Sending(1_400, users)).RunAsync();

        Assert.Equal(Enumerable.Range(0, 10).Select(i => $"/{i}"), app.Targets.Where(t => t != "/none").Distinct().Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task No_gate_passes_if_a_chain_was_never_sent()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Chain("browse", [LoadRequest.Get("/a")], weight: 99).Chain("buy", [LoadRequest.Get("/b")]).Chain("never", [LoadRequest.Get("/c")], weight: 0);

        var cut = await test.With(o => o.Engine = engine).Sending(10, connections: 1).RunAsync();
        var whole = await test.With(o => o.Engine = engine).Sending(100, connections: 1).RunAsync();

        Assert.Contains(
            "no request of buy: GET /b succeeded (0 sent), so only the beginning of the chain was measured. Send more requests",
            Assert.Throws<LoadGateException>(() => cut.VerifyAsIs(new LoadGates { MaxFailures = 0 })).Message, StringComparison.Ordinal);
        whole.VerifyAsIs(new LoadGates { MaxFailures = 0 });
        Assert.Equal([99L, 1L, 0L], whole.Endpoints.Select(e => e.Sent));
    }

    [Fact]
    public async Task One_whose_requests_all_failed_is_not_to_be_measured_for_longer()
    {
        await using var app = await RecordingApp.StartAsync();

        var result = await app.Test.Chain("browse", [LoadRequest.Get("/a")]).Chain("buy", [LoadRequest.Get("/b").Expect(404)])
            .With(o => o.Engine = engine).Sending(10, connections: 1).RunAsync();

        Assert.Contains(
            "no request of buy: GET /b succeeded (5 sent), so only the beginning of the chain was measured. Each that ended has failed: look at its failures",
            Assert.Throws<LoadGateException>(() => result.VerifyAsIs(new LoadGates { MaxFailures = 5 })).Failures.Select(f => f.Message));
    }

    private LoadTest Test(RecordingApp app) => app.Test
        .Chain("browse", [.. _browse.Select(LoadRequest.Get)], weight: 2)
        .Chain("buy", [.. _buy.Select(LoadRequest.Get)])
        .With(o => o.Engine = engine);

    // Of each connection.
    private static IEnumerable<string[][]> Passes(RecordingApp app)
    {
        foreach (var user in app.Received.GroupBy(r => r.Connection))
        {
            List<List<string>> passes = [];
            foreach (var request in user)
            {
                if (request.Target.EndsWith("/1", StringComparison.Ordinal))
                {
                    passes.Add([]);
                }

                passes[^1].Add(request.Target);
            }

            yield return [.. passes.Select(p => p.ToArray())];
        }
    }
}
