using System.Collections.Concurrent;
using System.Net.WebSockets;
using ThroughputKit.Engines.Client;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>Steps that say which responses are successes: checked as those of requests are.</summary>
public class ExpectingStepTests
{
    private const string Order = """{"id": 7, "state": "paid"}""";

    private static readonly Uri _order = ScenarioApp.Uri("/order/7");
    private static readonly Uri _missing = ScenarioApp.Uri("/status/404");

    public static TheoryData<string, LoadRequest, LoadStep> Failing => new()
    {
        { "status 200 instead of 201 or 404", Request().Expect(201, 404), Named().Expect(201, 404) },
        { "the header 'ETag' was expected to exist, but there is none", Request().ExpectHeader("ETag"), Named().ExpectHeader("ETag") },
        { "the header 'Content-Type' was expected to be 'x/y', but it is 'application/json'", Request().ExpectHeader("Content-Type", "x/y"), Named().ExpectHeader("Content-Type", "x/y") },
        { "the content type was expected to be 'text/html', but it is 'application/json'", Request().ExpectContentType("text/html"), Named().ExpectContentType("text/html") },
        { "the JSON value at '/no' was expected to exist, but there is none in '", Request().ExpectJson("/no"), Named().ExpectJson("/no") },
        { "the JSON value at '/state' was expected to be \"open\", but it is \"paid\"", Request().ExpectJson("/state", "open"), Named().ExpectJson("/state", "open") },
        { "the JSON value at '/id' was expected to be null, but it is 7", Request().ExpectJson("/id", null), Named().ExpectJson("/id", null) },
        { "the JSON value at '/id' was expected to be 8, but it is 7", Request().ExpectJson("/id", 8), Named().ExpectJson("/id", 8) },
        { "the JSON value at '/id' was expected to be 8.5, but it is 7", Request().ExpectJson("/id", 8.5m), Named().ExpectJson("/id", 8.5m) },
        { "the JSON value at '/id' was expected to be 0.1, but it is 7", Request().ExpectJson("/id", 0.1f), Named().ExpectJson("/id", 0.1f) },
        { "the JSON value at '/id' was expected to be 0.1, but it is 7", Request().ExpectJson("/id", 0.1), Named().ExpectJson("/id", 0.1) },
        { "the JSON value at '/id' was expected to be true, but it is 7", Request().ExpectJson("/id", true), Named().ExpectJson("/id", true) },
        { "the body was expected to be 'paid', but it is '{\"id\"", Request().ExpectBody("paid"), Named().ExpectBody("paid") },
        { "the body was expected to be accepted by the function of ExpectBody, but that returned false for '", Request().ExpectBody(b => b.IsEmpty), Named().ExpectBody(b => b.IsEmpty) },
        { "the body was expected to contain 'open', but it is '", Request().ExpectBodyContaining("open"), Named().ExpectBodyContaining("open") },
        { "the length of the body was expected to be 9 B, but it is 26 B", Request().ExpectBodyLength(9), Named().ExpectBodyLength(9) },
        { "the SHA-256 hash of the body was expected to be 00", Request().ExpectBodyHash(new string('0', 64)), Named().ExpectBodyHash(new string('0', 64)) },
    };

    [Theory]
    [MemberData(nameof(Failing), DisableDiscoveryEnumeration = true)]
    public async Task A_step_fails_as_a_request_does(string expected, LoadRequest request, LoadStep step)
    {
        await using var app = await ScenarioApp.StartAsync();

        var ofRequests = await app.Test.Send(request).Sending(2).RunAsync();
        var ofSteps = Identity.Check(await app.Test
            .Scenario("look", (user, token) => user.StepAsync(step, () => user.Client.GetAsync(_order, token))).Sending(2).RunAsync());

        Assert.StartsWith(expected, ofRequests.Failures.Examples[0].Detail, StringComparison.Ordinal);
        Assert.Equal(ofRequests.Failures.Examples.Select(e => (e.Kind, e.Detail)), ofSteps.Failures.Examples.Select(e => (e.Kind, e.Detail)));
        Assert.Equal((ofRequests.Failures.FailedCheck, ofRequests.Failures.UnexpectedStatus), (ofSteps.Failures.FailedCheck, ofSteps.Failures.UnexpectedStatus));
        Assert.Equal(2, ofSteps.Statuses[200]);
    }

    [Fact]
    public async Task The_response_is_kept_with_its_head_and_its_body()
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").ExpectJson("/id", 8);

        var result = await app.Test.Scenario("look", (user, token) => user.StepAsync(step, () => user.Client.GetStringAsync(_order, token))).Sending(1).RunAsync();

        var response = result.Failures.Examples[0].Response!;
        Assert.StartsWith("HTTP/1.1 200 OK\n", response, StringComparison.Ordinal);
        Assert.Contains("\nContent-Type: application/json\n", response, StringComparison.Ordinal);
        Assert.EndsWith($"\n\n{Order}", response, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_as_expected_is_a_success()
    {
        await using var app = await ScenarioApp.StartAsync();
        var paid = LoadStep.Named("order").Expect(200).ExpectContentType("application/json").ExpectJson("/id", 7).ExpectJson("/state", "paid").ExpectBodyLength(26);
        var missing = LoadStep.Named("missing").Expect(404, 410);

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            await user.StepAsync(paid, () => user.Client.GetStringAsync(_order, token));
            await user.StepAsync(missing, async () => { using var response = await user.Client.GetAsync(_missing, token); });
        }).Sending(6).RunAsync());

        Assert.Equal([("order", 6L), ("missing", 6L)], result.Endpoints.Select(e => (e.Name, e.Succeeded)));
        Assert.Equal((0L, 6L), (result.Failed, result.Statuses[404]));
    }

    [Fact]
    public async Task The_code_reads_the_body_that_was_checked()
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").ExpectJson("/id", 7);
        var read = new ConcurrentBag<string>();

        var result = await app.Test.Scenario("look", async (user, token) =>
        {
            read.Add(await user.StepAsync(step, () => user.Client.GetStringAsync(_order, token)));
            await user.StepAsync(step, async () =>
            {
                using var response = await user.Client.GetAsync(_order, HttpCompletionOption.ResponseHeadersRead, token);
                using var reader = new StreamReader(await response.Content.ReadAsStreamAsync(token));
                read.Add(await reader.ReadToEndAsync(token));
            });
            await user.StepAsync(step, () =>
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, _order);
                using var response = user.Client.Send(request, token);
                using var reader = new StreamReader(response.Content.ReadAsStream(token));
                read.Add(reader.ReadToEnd());
                return Task.CompletedTask;
            });
        }).Sending(4).RunAsync();

        Assert.Equal((12L, 0L), (result.Succeeded, result.Failed));
        Assert.Equal(Enumerable.Repeat(Order, 12), read);
    }

    [Fact]
    public async Task A_step_without_a_response_has_failed()
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").Expect(200);

        var result = Identity.Check(await app.Test.Scenario("look", (user, _) => user.StepAsync(step, () => Task.CompletedTask)).Sending(3).RunAsync());

        Assert.Equal((0L, 3L), (result.Succeeded, result.Failures.FailedCheck));
        Assert.Equal("no response came through user.Client", result.Failures.Examples[0].Detail);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Every_response_is_checked_unless_the_step_retries(bool retries)
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").ExpectJson("/id", 7);

        var result = Identity.Check(await app.Test.Scenario("look", (user, token) => user.StepAsync(step, async () =>
        {
            await user.Client.GetStringAsync(ScenarioApp.Uri("/order/6"), token);
            await user.Client.GetStringAsync(_order, token);
        }, retries)).Sending(4).RunAsync());

        Assert.Equal(retries ? (4L, 0L) : (0L, 4L), (result.Succeeded, result.Failures.FailedCheck));
    }

    [Fact]
    public async Task What_the_code_makes_of_it_is_not_the_cause()
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").Expect(200, 201);

        var result = Identity.Check(await app.Test
            .Scenario("look", (user, token) => user.StepAsync(step, () => user.Client.GetStringAsync(_missing, token))).Sending(2).RunAsync());

        var example = result.Failures.Examples[0];
        Assert.Equal((FailureKind.UnexpectedStatus, "status 404 instead of 200 or 201"), (example.Kind, example.Detail));
        Assert.StartsWith("HTTP/1.1 404 Not Found\n", example.Response, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_a_very_long_body_only_the_length_can_be_checked()
    {
        var length = KeptResponse.MaxBodyBytes + 1;
        using var response = new HttpResponseMessage { Content = new ByteArrayContent(new byte[length]) };

        Assert.Null(await FaultAsync(Named().ExpectBodyLength(length)));
        Assert.Equal(
            "the body was expected to contain 'tea', but the body has 16,777,217 B, and checks read at most 16,777,216 B (16 MiB): check its length instead",
            await FaultAsync(Named().ExpectBodyContaining("tea")));

        async Task<string?> FaultAsync(LoadStep own)
        {
            var expected = new ExpectedStep(TimeSpan.FromSeconds(1), StatusTable.Of(status => status == 200));
            var step = new Step(index: 0, sentAt: 0, deadline: 0, expected, own: own);
            return (await StepResponse.CheckAsync(response, step, new UncountedActivity(expected, CancellationToken.None), CancellationToken.None)).Fault;
        }
    }

    [Fact]
    public async Task An_upgrade_has_no_body()
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("connect").Expect(101).ExpectHeader("Upgrade", "websocket").ExpectBody(_ => true);

        var result = await app.Test.Scenario("chat", async (user, token) =>
        {
            using var socket = new ClientWebSocket();
            await user.StepAsync(step, () => socket.ConnectAsync(app.Echo, user.Client, token));
        }).Sending(2).RunAsync();

        Assert.Equal((2L, 0L), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task An_expected_header_that_signs_in_is_not_shown()
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").ExpectHeader("X-Auth-Token", "s3cret-that-is-expected");

        var result = await app.Test.Scenario("look", (user, token) => user.StepAsync(step, () => user.Client.GetStringAsync(_order, token))).Sending(1).RunAsync();

        Assert.Equal("the header 'X-Auth-Token' was expected to be '***', but there is none", result.Failures.Examples[0].Detail);
    }

    [Fact]
    public async Task Mistakes_end_the_run_together()
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").Expect(99).Expect(200).ExpectJson("id").ExpectBodyLength(-1);

        var e = await Assert.ThrowsAsync<LoadTestException>(() => app.Test
            .Scenario("look", (user, token) => user.StepAsync(step, () => user.Client.GetStringAsync(_order, token))).Sending(100).RunAsync());

        Assert.Equal(
            ["order: There is more than one Expect", "order: The JSON pointer is 'id'", "order: ExpectBodyLength is -1"],
            e.Problems.Select(p => p.Split(". Expected")[0]));
        Assert.Empty(app.Received);
    }

    private static LoadRequest Request() => LoadRequest.Get("/order/7");

    private static LoadStep Named() => LoadStep.Named("order");
}
