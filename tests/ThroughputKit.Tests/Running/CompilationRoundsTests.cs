using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>The rounds of requests that get an app's code compiled.</summary>
public class CompilationRoundsTests
{
    // Too short for the requests of a round, so any app is a slow one here: each later round sends a fixed number of them, however busy the machine is.
    private static readonly TimeSpan _burst = TimeSpan.FromTicks(1);

    // What is compiled depends on the looks and the requests alone, so the looks may be close together.
    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan _afterTheBurst = TimeSpan.FromMilliseconds(25);
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(10);

    [Fact]
    public async Task A_quiet_round_is_not_the_end_of_compilation()
    {
        var looks = 0;

        // 100 methods in the first round, none in the second, 1,000 from the third on.
        Assert.Equal(11, await StraysAsync(() => ++looks == 1 ? 0 : looks <= 7 ? 100 : 1_100));
    }

    [Fact]
    public async Task A_trickle_of_methods_does_not_prolong_a_pause()
    {
        var looks = 0;

        await StraysAsync(() => ++looks);

        Assert.InRange(looks, 1, 40);
    }

    [Fact]
    public async Task Waits_for_an_app_that_answers_only_after_the_first_burst()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await Task.Delay(_afterTheBurst);
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });
        EncodedRequest[] requests = [Engine.Encode(LoadRequest.Get("/"), server.Address)];
        await using var engine = Engine.For(server, LoadEngine.Socket, connections: 4);
        using var recorders = new RecorderSet(1);
        var phases = new Phases(engine, requests, recorders, rate: null, crew: null);

        var (tolerated, _) = await Rounds(phases, () => Math.Min(1_000, 500 * server.Requests)).RunAsync(_limit, CancellationToken.None, CancellationToken.None);

        Assert.Equal(10, tolerated); // one in a hundred of them
    }

    [Fact]
    public async Task A_round_is_not_quiet_while_methods_wait_for_the_compiler()
    {
        var looks = 0;
        Func<long> owed = () => ++looks < 20 ? 1 : 0; // the compiler gets no processor time: nothing is compiled

        Assert.False((await OfAsync(() => 0, owed, _limit)).WasCutShort);
        Assert.InRange(looks, 20, 40);
    }

    [Fact]
    public async Task Rounds_that_end_by_the_limit_were_cut_short() => Assert.True((await OfAsync(() => 0, () => 1, TimeSpan.FromTicks(1))).WasCutShort);

    private static async Task<long> StraysAsync(Func<long> methods) => (await OfAsync(methods, () => 0, _limit)).Tolerated;

    private static async Task<(long Tolerated, bool WasCutShort)> OfAsync(Func<long> methods, Func<long> owed, TimeSpan limit)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 0||");
            }
        });
        EncodedRequest[] requests = [Engine.Encode(LoadRequest.Get("/"), server.Address)];
        await using var engine = Engine.For(server, LoadEngine.Socket, connections: 4);
        using var recorders = new RecorderSet(1);
        var phases = new Phases(engine, requests, recorders, rate: null, crew: null);
        return await Rounds(phases, methods, owed).RunAsync(limit, CancellationToken.None, CancellationToken.None);
    }

    private static CompilationRounds Rounds(Phases phases, Func<long> methods, Func<long>? owed = null) =>
        new(phases, new ScriptedProcess(() => 0) { Methods = methods, Owed = owed ?? (() => 0) }) { Burst = _burst, Delay = _look, Look = _look };
}
