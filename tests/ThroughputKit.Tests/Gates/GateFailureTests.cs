using ThroughputKit.Gates;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Gates;

/// <summary>What the first lines of a failure's message say about failed requests.</summary>
public class GateFailureTests
{
    private const string Check = "388 of 100,067 requests failed: 88 timeout, 300 failed check. "
        + "For example FailedCheck at 0.012 s, GET /hello: /id is 3 instead of 1 (HTTP/1.1 200 OK).";

    private static readonly LoadResult _some = MadeUp.Result(new LatencyHistogram()) with
    {
        Failed = 388,
        Failures = MadeUp.Failures() with
        {
            Timeouts = 88,
            FailedCheck = 300,
            Examples =
            [
                new() { Kind = FailureKind.Timeout, Request = "GET /hello", At = TimeSpan.Zero, Detail = "no response within 30 s" },
                Failed(0.012, "/id is 3 instead of 1"),
                Failed(0.013, "/id is 4 instead of 1"),
            ],
        },
    };

    [Fact]
    public void An_example_of_the_most_frequent_kind_comes_first() =>
        Assert.Equal([Check, "", "A gate failed:", "- MaxFailures: 388 failed requests; limit 0"], FirstLines(_some, new()));

    [Fact]
    public void So_it_does_if_no_request_succeeded() => Assert.Equal(
        [Check, "", "Not judged:", "- no request succeeded (100,067 sent), so there is nothing to judge"], FirstLines(_some with { Succeeded = 0 }, new()));

    [Fact]
    public void So_it_does_for_a_limit_of_one_request()
    {
        var hello = _some.Endpoints[0] with { Failed = 1 };
        var gates = new LoadGates { MaxFailures = 388, Endpoints = [new("GET /hello", new() { MaxFailures = 0 })] };

        Assert.Equal(
            [Check, "", "A gate failed:", "- GET /hello: MaxFailures: 1 failed request; limit 0"], FirstLines(_some with { Endpoints = [hello] }, gates));
    }

    [Fact]
    public void Failures_that_are_allowed_explain_nothing() => Assert.StartsWith(
        "A gate failed:", FirstLines(_some, new() { MaxFailures = 388, MaxGen2Collections = 0 }, r => r with { Memory = r.Memory with { Gen2Collections = 1 } })[0], StringComparison.Ordinal);

    [Fact]
    public void A_known_cause_says_more() => Assert.Equal(
        "The app fails. Fix it.",
        FirstLines(_some with { Findings = [new Finding("ServerError", FindingSeverity.Error, "The app fails.", "Fix it.") { IsCause = true }] }, new())[0]);

    [Fact]
    public void An_allowed_cause_hides_neither_another_gate_nor_a_mix_that_was_not_measured()
    {
        var cause = new Finding("ServerError", FindingSeverity.Error, "The app fails.", "Fix it.") { IsCause = true };
        var unsent = _some.Endpoints[0] with { Name = "GET /b", Sent = 0, Succeeded = 0, IsInMix = true };
        var result = _some with { Findings = [cause], Endpoints = [_some.Endpoints[0], unsent] };
        var gates = new LoadGates { MaxFailures = 388 };

        Assert.StartsWith("A gate failed:", FirstLines(_some with { Findings = [cause], Memory = _some.Memory with { Gen2Collections = 1 } }, gates with { MaxGen2Collections = 0 })[0], StringComparison.Ordinal);
        Assert.Equal("Not judged:", FirstLines(result, gates)[0]);
        Assert.Contains("Error ServerError: The app fails. Fix it.", Message(result, gates), StringComparison.Ordinal); // in the report
        Assert.StartsWith($"The app fails. Fix it.{Environment.NewLine}{Environment.NewLine}Not judged:{Environment.NewLine}- GET /b was never sent", Message(result, new()), StringComparison.Ordinal);
        Assert.DoesNotContain("Not judged:", Message(result with { Succeeded = 0, Endpoints = _some.Endpoints }, gates), StringComparison.Ordinal);
    }

    [Fact]
    public void A_request_of_which_every_one_failed_has_a_cause_whatever_is_allowed()
    {
        var cause = new Finding("ServerError", FindingSeverity.Error, "The app fails.", "Fix it.") { IsCause = true };
        var hello = _some.Endpoints[0] with { Failed = 1, Succeeded = 0 };

        Assert.StartsWith(
            "The app fails. Fix it.",
            Message(_some with { Findings = [cause], Endpoints = [hello] }, new() { MaxFailures = 388, Endpoints = [new("GET /hello", new() { MinRps = 1 })] }),
            StringComparison.Ordinal);
    }

    [Fact]
    public void The_end_of_the_app_says_more() => Assert.Equal("Not judged:", FirstLines(_some with { HasAppExited = true }, new())[0]);

    private static FailureExample Failed(double at, string detail) => new()
    {
        Kind = FailureKind.FailedCheck,
        Request = "GET /hello",
        At = TimeSpan.FromSeconds(at),
        Detail = detail,
        Response = "HTTP/1.1 200 OK\nServer: Kestrel",
    };

    private static string[] FirstLines(LoadResult result, LoadGates gates, Func<LoadResult, LoadResult>? change = null) =>
        [.. Message(change?.Invoke(result) ?? result, gates).Split(Environment.NewLine).Take(4)];

    private static string Message(LoadResult result, LoadGates gates) =>
        Assert.Throws<LoadGateException>(() => GateJudge.Judge(result, gates).ThrowIfFailed()).Message;
}
