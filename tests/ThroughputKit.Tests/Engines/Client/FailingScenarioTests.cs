using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>Steps, and code outside of steps, that throw.</summary>
public class FailingScenarioTests
{
    private static readonly Uri _home = ScenarioApp.Uri("/home");
    private static readonly int[] _statuses = [200, 404, 200, 500];

    [Fact]
    public async Task A_throwing_step_is_a_failed_request_and_ends_the_iteration()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("buy", async (user, token) =>
        {
            await user.StepAsync("look", () => user.Client.GetStringAsync(_home, token));
            await user.StepAsync("order", () => user.Client.GetStringAsync(ScenarioApp.Uri("/status/409"), token));
            await user.StepAsync("pay", () => user.Client.GetStringAsync(_home, token));
        }).Sending(10).RunAsync());

        Assert.Equal([("look", 10L, 0L), ("order", 0L, 10L)], result.Endpoints.Select(e => (e.Name, e.Succeeded, e.Failed)));
        Assert.Equal((10L, 10L), (result.Failures.UnexpectedStatus, result.Statuses[409]));
        var example = result.Failures.Examples[0];
        Assert.Equal((FailureKind.UnexpectedStatus, "order"), (example.Kind, example.Request));
        Assert.Contains("409", example.Detail, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_step_fails_by_its_status_unless_that_is_a_success_of_the_test(bool isSuccess)
    {
        await using var app = await ScenarioApp.StartAsync();
        var afterwards = 0;

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            await user.StepAsync("missing", () => user.Client.GetAsync(ScenarioApp.Uri("/status/404"), token));
            Interlocked.Increment(ref afterwards); // nothing is thrown
        }).With(o => o.IsSuccess = status => isSuccess || status < 400).Sending(4).RunAsync());

        Assert.Equal((isSuccess ? 4L : 0, isSuccess ? 0 : 4L, 4L, 4), (result.Succeeded, result.Failures.UnexpectedStatus, result.Statuses[404], afterwards));
        Assert.Equal(isSuccess ? [] : [FindingNames.NotFound], result.Findings.Select(f => f.Name).Where(n => n == FindingNames.NotFound));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Every_response_of_a_step_counts_unless_it_retries(bool retries)
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("look", (user, token) => user.StepAsync("pay", async () =>
        {
            await user.Client.GetAsync(ScenarioApp.Uri("/status/200"), token);
            await user.Client.GetAsync(ScenarioApp.Uri("/status/503"), token);
            await user.Client.GetAsync(ScenarioApp.Uri("/status/200"), token);
        }, retries)).Sending(4).RunAsync());

        Assert.Equal(retries ? (4L, 0L, 200) : (0L, 4L, 503), (result.Succeeded, result.Failures.UnexpectedStatus, Assert.Single(result.Statuses).Key));
    }

    [Fact]
    public async Task A_response_side_by_side_with_others_of_its_step_is_not_hidden_by_them()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("page", (user, token) => user.StepAsync(
            "parts", () => Task.WhenAll(_statuses.Select(status => user.Client.GetAsync(ScenarioApp.Uri($"/status/{status}"), token)))))
            .Sending(50).RunAsync());

        Assert.Equal((0L, 50L), (result.Succeeded, result.Failures.UnexpectedStatus));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_failure_does_not_show_what_the_scenario_signs_in_with(bool isInStep)
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test.Scenario("look", async (user, token) =>
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, ScenarioApp.Uri("/home")) { Headers = { { "Cookie", "id=c00kie-5ecret" } } };
            user.Client.DefaultRequestHeaders.Authorization = new("Bearer", "s3cret-of-the-scenario");
            await (isInStep ? user.StepAsync("ask", AskAsync) : AskAsync());

            async Task AskAsync()
            {
                using var response = await user.Client.SendAsync(request, token);
                throw new InvalidOperationException($"No: {user.Client.DefaultRequestHeaders.Authorization}, c00kie-5ecret.");
            }
        }).Sending(2).RunAsync();

        Assert.All(result.Failures.Examples, e => Assert.Equal("InvalidOperationException: No: ***, ***.", e.Detail));
        Assert.NotEmpty(result.Failures.Examples);
    }

    [Fact]
    public async Task So_does_every_response_outside_of_steps()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            await user.Client.GetAsync(ScenarioApp.Uri("/status/500"), token);
            await user.Client.GetAsync(ScenarioApp.Uri("/status/200"), token);
        }).Sending(4).RunAsync());

        Assert.Equal((0L, 4L), (result.Succeeded, result.Failures.UnexpectedStatus));
    }

    [Fact]
    public async Task A_response_outside_of_steps_is_not_hidden_by_a_step()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            await user.Client.GetAsync(ScenarioApp.Uri("/status/500"), token);
            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
        }).Sending(4).RunAsync());

        Assert.Equal([("home", 4L, 0L), ("look", 0L, 4L)], result.Endpoints.Select(e => (e.Name, e.Succeeded, e.Failed)));
        Assert.Equal([500, 200], result.Endpoints.SelectMany(e => e.Statuses.Keys).OrderDescending());
    }

    [Theory]
    [InlineData("http://127.0.0.1:9/home")]
    [InlineData("https://shop.example/home")]
    public async Task A_request_for_another_address_ends_the_run(string address)
    {
        await using var app = await ScenarioApp.StartAsync();

        var error = await Assert.ThrowsAsync<LoadTestException>(() =>
            app.Test.Scenario("look", (user, token) => user.Client.GetStringAsync(new Uri(address), token)).Sending(1).RunAsync());

        Assert.Contains("which is not the app. Expected: the app's address: http://127.0.0.1:", Assert.Single(error.Problems), StringComparison.Ordinal);
        Assert.Empty(app.Received);
    }

    [Fact]
    public async Task A_redirect_to_another_address_is_not_followed()
    {
        await using var app = await RecordingApp.StartAsync((context, _) =>
        {
            context.Response.Redirect("https://127.0.0.1:443/home");
            return Task.CompletedTask;
        });

        var result = await app.Test.Scenario("look", (user, token) => user.Client.GetAsync(_home, token)).Sending(2, connections: 1).RunAsync();

        Assert.Equal((0L, 2L), (result.Succeeded, result.Statuses[302]));
        Assert.Contains("to an address that is not its own, as UseHttpsRedirection does", Assert.Single(result.Findings, f => f.Name == FindingNames.Redirection).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_app_has_the_name_of_the_Host_header_too()
    {
        await using var app = await ScenarioApp.StartAsync();

        Assert.Equal(2, Identity.Check(await app.Test.WithHeader("Host", "shop.example")
            .Scenario("look", (user, token) => user.Client.GetStringAsync(new Uri("http://shop.example/home"), token)).Sending(2).RunAsync()).Succeeded);
    }

    [Fact]
    public async Task A_scenario_that_returns_null_is_told_so()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await app.Test.Scenario("nothing", (_, _) => null!).Sending(1).RunAsync();

        Assert.Contains("The scenario returned null in place of a task.", result.Failures.Examples[0].Detail, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Steps_side_by_side_have_statuses_of_their_own()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("look", (user, token) => Task.WhenAll(
            _statuses.Select((status, i) => user.StepAsync($"{i}", () => user.Client.GetAsync(ScenarioApp.Uri($"/status/{status}"), token)))))
            .Sending(10, connections: 2).RunAsync());

        Assert.Equal([("0", 10L, 0L), ("1", 0L, 10L), ("2", 10L, 0L), ("3", 0L, 10L)], result.Endpoints.Select(e => (e.Name, e.Succeeded, e.Failed)));
    }

    [Fact]
    public async Task Code_that_throws_outside_of_a_step_is_a_failed_request_of_the_scenario()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("buy", async (user, token) =>
        {
            await user.StepAsync("look", () => user.Client.GetStringAsync(_home, token));
            throw new InvalidOperationException("There is no price.");
        }).Sending(6).RunAsync());

        Assert.Equal([("look", 6L, 0L), ("buy", 0L, 6L)], result.Endpoints.Select(e => (e.Name, e.Succeeded, e.Failed)));
        Assert.Equal(6, result.Failures.FailedCheck);
        Assert.Contains("InvalidOperationException: There is no price.", result.Failures.Examples.Select(e => e.Detail));
    }

    [Fact]
    public async Task A_cancellation_of_its_own_says_why()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("buy", async (_, _) =>
        {
            await Task.Yield();
            throw new OperationCanceledException("The queue was closed.");
        }).Sending(1, connections: 1).RunAsync());

        Assert.Equal("OperationCanceledException: The queue was closed.", Assert.Single(result.Failures.Examples).Detail);
    }

    [Fact]
    public async Task Code_that_throws_at_once_does_so_no_more_often_than_its_backoff_allows()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("buy", (_, _) => throw new InvalidOperationException("No.")).Lasting(200, connections: 1).RunAsync());

        Assert.InRange(result.Failed, 0, 6); // 10, 20, 40, 80 and 160 ms
    }

    [Fact]
    public async Task A_failure_that_the_code_catches_costs_no_time()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("buy", async (user, token) =>
        {
            try
            {
                await user.StepAsync("order", () => user.Client.GetStringAsync(ScenarioApp.Uri("/status/500"), token));
            }
            catch (HttpRequestException)
            {
            }
        }).Sending(200, connections: 1).With(o => o.MaxDuration = TimeSpan.FromSeconds(60)).RunAsync());

        Assert.Equal((200L, 200L), (result.Failed, result.IterationsEnded)); // with a wait of up to 1 s after each, there would be fewer
    }

    [Fact]
    public async Task A_failure_that_the_code_catches_counts_once()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test.Scenario("buy", async (user, token) =>
        {
            try
            {
                await user.StepAsync("order", () => user.Client.GetStringAsync(ScenarioApp.Uri("/status/500"), token));
            }
            catch (HttpRequestException e)
            {
                throw new InvalidOperationException("No order.", e);
            }
        }).Sending(5).RunAsync());

        Assert.Equal(("order", 5L), Assert.Single(result.Endpoints.Select(e => (e.Name, e.Failed))));
    }

    [Fact]
    public async Task Checks_of_a_response_are_failed_checks()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("look", (user, token) => user.StepAsync("home", async () => Assert.Equal("a user", await user.Client.GetStringAsync(_home, token))))
            .Sending(4).RunAsync());

        Assert.Equal((4L, 4L), (result.Failures.FailedCheck, result.Statuses[200]));
    }

    [Fact]
    public async Task An_app_that_is_gone_refuses_connections()
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        });

        var result = Identity.Check(await LoadTest.Against(server.Address).Scenario("look", (user, token) => user.StepAsync("home", async () =>
        {
            await user.Client.GetStringAsync(_home, token);
            server.StopListening();
        })).Sending(2, connections: 1).RunAsync());

        Assert.Equal((1L, 1L), (result.Succeeded, result.Failures.Connect));
    }

    [Theory]
    [InlineData("", nameof(FailureFigures.Read))]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", nameof(FailureFigures.Read))]
    [InlineData("nonsense\r\n\r\n", nameof(FailureFigures.Malformed))]
    public async Task Broken_responses_have_their_kinds(string response, string kind)
    {
        await using var server = new ScriptedServer(async connection =>
        {
            await connection.ReadRequestAsync();
            if (response.Length > 0)
            {
                await connection.SendAsync(response);
            }
        });

        var failures = Identity.Check(await LoadTest.Against(server.Address)
            .Scenario("look", (user, token) => user.Client.GetStringAsync(_home, token)).Sending(3, connections: 1).RunAsync()).Failures;

        Assert.Equal(3, kind == nameof(FailureFigures.Read) ? failures.Read : failures.Malformed);
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("one\ntwo")]
    public async Task A_step_without_a_proper_name_ends_the_run(string name)
    {
        await using var app = await ScenarioApp.StartAsync();

        var error = await Assert.ThrowsAsync<LoadTestException>(
            () => app.Test.Scenario("buy", (user, _) => user.StepAsync(name, () => Task.CompletedTask)).Sending(100).RunAsync());

        Assert.StartsWith("A step of the scenario 'buy' is named '", Assert.Single(error.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public async Task So_does_a_name_for_each_step()
    {
        await using var app = await ScenarioApp.StartAsync();

        var error = await Assert.ThrowsAsync<LoadTestException>(
            () => app.Test.Scenario("buy", (user, _) => user.StepAsync($"order {user.Iteration}", () => Task.CompletedTask)).Sending(100, connections: 1).RunAsync());

        Assert.Equal(
            "The step 'order 64' of the scenario 'buy' has one name too many. Expected: at most 64 different names of steps. Each name has its own figures. Does it contain a number, such as an id? Leave that out.",
            $"{Assert.Single(error.Problems)}");
    }
}
