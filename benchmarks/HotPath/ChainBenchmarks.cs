using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using ThroughputKit;
using ThroughputKit.Engines;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;
using ThroughputKit.Requests.Cookies;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace HotPath;

/// <summary>
/// All that an engine does but the input and output, for each of five requests: unlinked; as a chain in which the first response gives the others a token; and
/// as a chain with cookies, and with a value in a header and one that a regular expression finds.
/// </summary>
[BenchmarkCategory(Category.PerRequest)]
public class ChainBenchmarks : IDisposable
{
    private const int Requests = 5;
    private const string Token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

    private static readonly CookieRules _rules = new("localhost", IsLoopback: true, IsHttps: false);

    private readonly byte[] _response = Wire.Bytes(
        $"HTTP/1.1 200 OK|Content-Type: application/json; charset=utf-8|Set-Cookie: sid={Token}; Path=/|Server: Kestrel|Content-Length: {Token.Length + 12}||{{\"token\":\"{Token}\"}}");

    private readonly RecorderSet _recorders = new(Requests);
    private readonly Recorder _recorder = new(Requests);
    private readonly (Sender Sender, Exchange Exchange) _exchange = Pair();
    private readonly (Sender Sender, Exchange Exchange) _ofUser = Pair();
    private readonly (Sender Sender, Exchange Exchange) _ofVisitor = Pair();
    private readonly LoadPhase _unlinked;
    private readonly LoadPhase _chain;
    private readonly LoadPhase _visit;

    public ChainBenchmarks()
    {
        var signIn = LoadRequest.Post("/sign-in").WithJsonText("""{"name": "user", "password": "secret"}""");
        _unlinked = Phase(signIn, Token, isChain: false, keepsCookies: false);
        _chain = Phase(signIn.TakeJson("token", "/token"), "{token}", isChain: true, keepsCookies: false);
        _visit = Phase(
            signIn.TakeHeader("token", "Content-Type").TakeCookie("sid", "sid").TakeMatch("part", "(?<=\"token\":\")[^.]+"), "{token}", isChain: true, keepsCookies: true);
        _exchange.Sender.Enter(_unlinked.Schedule);
        _ofUser.Sender.Enter(_chain.Schedule);
        _ofVisitor.Sender.Enter(_visit.Schedule);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Requests)]
    public void Unlinked_requests() => Send(_exchange, _unlinked);

    [Benchmark(OperationsPerInvoke = Requests)]
    public void With_a_token_carried_on() => Send(_ofUser, _chain);

    [Benchmark(OperationsPerInvoke = Requests)]
    public void With_cookies_and_other_values() => Send(_ofVisitor, _visit);

    [GlobalCleanup]
    public void Dispose()
    {
        _unlinked.Dispose();
        _chain.Dispose();
        _visit.Dispose();
        _recorders.Dispose();
        GC.SuppressFinalize(this);
    }

    private LoadPhase Phase(LoadRequest first, string token, bool isChain, bool keepsCookies)
    {
        LoadRequest[] requests =
        [
            first,
            .. Enumerable.Range(1, Requests - 1).Select(i => LoadRequest.Get($"/orders/{i}").WithHeader("Authorization", $"Bearer {token}")),
        ];
        string[] names = [.. first.Takes.Select(t => t.Name)];
        var data = isChain ? new DataEncoder(data: null, names, keepsCookies) : null;
        var successes = StatusTable.Of(s => s == 200);
        var phase = new LoadPhase(
            [.. requests.Select(r => RequestEncoder.Encode(r, Load.Address, r.Expected(successes, checkedShare: 1, keepsCookies), data, keepsCookies))], _recorders,
            new Schedule(new RequestOrder(Requests))
            {
                Chains = isChain ? new ChainMix(Chain.Of(requests, names, names.Contains, keepsCookies ? new CookieStore(_rules, TimeProvider.System) : null)) : null,
            });
        phase.Open(TimeSpan.MaxValue);
        return phase;
    }

    private static (Sender Sender, Exchange Exchange) Pair()
    {
        var sender = new Sender();
        return (sender, new Exchange(sender));
    }

    private void Send((Sender Sender, Exchange Exchange) pair, LoadPhase phase)
    {
        var (sender, exchange) = pair;
        for (var i = 0; i < Requests; i++)
        {
            var now = Stopwatch.GetTimestamp();
            sender.Ended(Ending.Answered, now);
            exchange.Begin(phase, _recorder, now);
            exchange.Writing();
            exchange.Written(_recorder);
            _response.CopyTo(exchange.Buffer.Room().Span);
            if (!exchange.Received(_recorder, _response.Length, Stopwatch.GetTimestamp(), overdue: false)
                || exchange.End(_recorder, overdue: false) != Ending.Answered)
            {
                throw new InvalidOperationException("The exchange didn't end well.");
            }
        }

        if (_recorder.Failed > 0)
        {
            throw new InvalidOperationException("A request failed.");
        }
    }
}
