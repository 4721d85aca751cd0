using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;
using ThroughputKit.Counting;
using ThroughputKit.Planning;
using ThroughputKit.Reporting;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>What real apps in this process do for a request, counted after the window.</summary>
[Collection(nameof(CountStepTests))] // another app in this process would add to the counts
public sealed class CountStepTests : IAsyncLifetime, IDisposable
{
    private const string Answer = "HTTP/1.1 200 OK|Content-Length: 0||";

    private static readonly TimeSpan _warmUp = TimeSpan.FromMilliseconds(100); // whether the app is steady changes no count
    private static readonly LoadGates _none = new() { MaxDatabaseCommandsPerRequest = 0, MaxHttpRequestsPerRequest = 0, MaxExceptionsPerRequest = 0 };

    private readonly HttpClient _client = new();
    private readonly WebApplication _app = Create();
    private readonly WebApplication _other = Create();

    public async Task InitializeAsync()
    {
        _other.MapGet("/", () => "hello");
        await _other.StartAsync();
        _app.MapGet("/nothing", () => "hello");
        _app.MapGet("/throws", async () =>
        {
            try
            {
                await OuterAsync();
            }
            catch (InvalidOperationException)
            {
                // as in an app that uses exceptions for what isn't an error
            }

            return "hello";
        });
        _app.MapGet("/calls", async () =>
        {
            _ = await _client.GetStringAsync(new Uri(_other.Urls.First()));
            return await _client.GetStringAsync(new Uri(_other.Urls.First()));
        });
        _app.MapGet("/later", (HttpContext context) =>
        {
            context.Response.OnCompleted(async () =>
            {
                await Task.Delay(3);
                Throw();
            });
            return "hello";
        });
        _app.MapGet("/changes", () =>
        {
            if (Random.Shared.Next(2) == 0)
            {
                Throw();
            }

            return "hello";
        });
    }

    public void Dispose() => _client.Dispose();

    public async Task DisposeAsync()
    {
        await _app.DisposeAsync();
        await _other.DisposeAsync();
    }

    [Theory]
    [InlineData("/nothing", 0, 0)]
    [InlineData("/throws", 0, 1)] // thrown through awaits, it is the same exception
    [InlineData("/calls", 2, 0)]
    [InlineData("/later", 0, 1)]
    public async Task What_a_request_makes_the_app_do_is_counted_exactly(string path, double requests, double exceptions)
    {
        var counts = (await Test(path).RunAsync()).Counts!;

        Assert.Equal((0, requests, exceptions), (counts.DatabaseCommandsPerRequest, counts.HttpRequestsPerRequest, counts.ExceptionsPerRequest));
    }

    [Fact]
    public async Task A_gate_that_fails_says_what_was_counted()
    {
        var result = await Test("/throws").RunAsync();

        var failure = Assert.Throws<LoadGateException>(() => result.Verify());
        Assert.Contains(
            "MaxExceptionsPerRequest: 1.0 exception per request; limit 0.0. Their types, per request:" + Environment.NewLine
                + "    1.0 x System.InvalidOperationException",
            failure.Message,
            StringComparison.Ordinal);
        Assert.Equal(["MaxExceptionsPerRequest"], failure.Failures.Select(f => f.Gate));
    }

    [Fact]
    public async Task Requests_that_do_different_things_have_no_count_and_pass_no_gate()
    {
        var result = await Test("/changes").RunAsync();

        Assert.Null(result.Counts!.ExceptionsPerRequest);
        var inconclusive = result.Gates.Single(g => g.Gate == "MaxExceptionsPerRequest");
        Assert.Equal(GateVerdict.Inconclusive, inconclusive.Verdict);
        Assert.StartsWith("not measured. It differs from window to window", inconclusive.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_few_windows_have_is_told_beside_the_count()
    {
        await using var server = ScriptedServer.Answering(Answer);
        long? begun = null;
        var counts = await CountAsync(server, () => server.Requests > (begun ??= server.Requests) ? 50 : 0); // all of them in the first window

        Assert.Equal(0, counts.ExceptionsPerRequest);
        Assert.Matches(@" 0\.0 exceptions \(now and then 0\.\d+ x Rare\),", CountText.Line(counts));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Work_that_is_left_for_long_after_the_responses_has_no_count()
    {
        await using var server = ScriptedServer.Answering(Answer);
        var (begun, left) = (-1L, 0);
        var counts = await CountAsync(server, () => server.Requests > (begun = begun < 0 ? server.Requests : begun) ? ++left : 0);

        Assert.Null(counts.ExceptionsPerRequest);
        Assert.Contains("works for more than 0.5 s on what its requests leave for later", counts.WhyUnknown[CountKind.Exceptions], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_request_of_a_mix_is_counted_alone()
    {
        var result = await LoadTest.For(_app).Send(LoadRequest.Get("/nothing")).Send(LoadRequest.Get("/throws")).With(Short)
            .Within(new LoadGates()).Within("GET /throws", new LoadGates { MaxExceptionsPerRequest = 1 }).RunAsync();

        Assert.Null(result.Counts);
        Assert.Equal(1, result.Endpoints[1].Counts!.ExceptionsPerRequest);
        Assert.Equal(GateVerdict.Passed, result.Gates.Single(g => g.Gate == "GET /throws: MaxExceptionsPerRequest").Verdict);
    }

    [Fact]
    public async Task All_requests_of_a_mix_have_a_count_together()
    {
        var result = await LoadTest.For(_app).Send(LoadRequest.Get("/nothing")).Send(LoadRequest.Get("/nothing").Named("again")).Send(LoadRequest.Get("/throws"))
            .With(Short).With(o => o.CountsWork = true).RunAsync();

        Assert.Equal(1.0 / 3, result.Counts!.ExceptionsPerRequest!.Value, 1e-6);
    }

    [Fact]
    public async Task A_comparison_counts_both_sides()
    {
        var result = await LoadTest.For(_app).Get("/throws").With(Brief).ComparedWith(LoadTest.For(_app).Get("/nothing").With(Brief))
            .Within(new ComparisonGates { MaxExtraExceptionsPerRequest = 0 }).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        var gate = Assert.Single(result.Gates);
        Assert.Equal(
            "MaxExtraExceptionsPerRequest: exceptions 0.0 -> 1.0 per request (1.0 x System.InvalidOperationException more); limit 0.0 more", gate.ToString());
        Assert.Equal(GateVerdict.Failed, gate.Verdict);
        Assert.Contains(result.Findings, f => f.Name == FindingNames.MoreWork);

        static void Brief(LoadOptions options) => (options.Connections, options.WarmUp, options.MaxWarmUp) = (4, _warmUp, _warmUp);
    }

    private static async Task<CountFigures> CountAsync(ScriptedServer server, Func<long> exceptions)
    {
        var process = new ScriptedProcess(() => 0)
        {
            Counts = () => [.. Enum.GetValues<CountKind>().Select(k => k == CountKind.Exceptions ? exceptions() : 0)],
            Counted = () => new CountedTexts([new CountedText(CountKind.Exceptions, "Rare", 1)], new Dictionary<CountKind, string>()),
        };
        var options = new LoadOptions { CountsWork = true };
        Short(options);
        var plan = new LoadPlan(new ScriptedTarget(server, process)) { Requests = [LoadRequest.Get("/")], Options = options };
        return (await LoadRun.RunAsync(plan, new RunContext(CancellationToken.None))).Counts!;
    }

    private static WebApplication Create()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseSetting("urls", "http://127.0.0.1:0");
        return builder.Build();
    }

    private static async Task OuterAsync()
    {
        await Task.Yield();
        await InnerAsync();
    }

    private static async Task InnerAsync()
    {
        await Task.Yield();
        throw new InvalidOperationException();
    }

    private static void Throw()
    {
        try
        {
            throw new InvalidOperationException();
        }
        catch (InvalidOperationException)
        {
            // counted
        }
    }

    private static void Short(LoadOptions options)
    {
        options.Connections = 4;
        options.Duration = TimeSpan.FromMilliseconds(100);
        (options.WarmUp, options.MaxWarmUp) = (_warmUp, _warmUp);
    }

    private LoadTest Test(string path) => LoadTest.For(_app).Get(path).With(Short).Within(_none);
}
