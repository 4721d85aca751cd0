using System.Collections.Concurrent;
using System.Net;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Client;
using ThroughputKit.Hosting;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Running;
using ThroughputKit.Scenarios;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>Code with which users begin and end.</summary>
public class UserHookTests
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan _short = TimeSpan.FromMilliseconds(300);
    private static readonly Uri _home = ScenarioApp.Uri("/home");
    private static readonly Uri _signIn = ScenarioApp.Uri("/sign-in");

    private readonly ConcurrentQueue<(int User, char What)> _seen = new();

    [Fact]
    public async Task Each_user_begins_once_before_the_load_and_ends_once_after_it_and_neither_counts()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await Hooked(app.Test).With(o => (o.Connections, o.Requests, o.WarmUp, o.MaxWarmUp) = (3, 30, TimeSpan.FromMilliseconds(1), _short)).RunAsync());

        Assert.Equal(("home", 30L), Assert.Single(result.Endpoints.Select(e => (e.Name, e.Succeeded))));
        Assert.Equal((30L, 0L), (result.Sent, result.Failed));
        Assert.All(Sequences(), s => Assert.Matches("^BI*E$", s));
        Assert.Equal(["BBB", "EEE"], [Of(_seen.Take(3)), Of(_seen.TakeLast(3))]);
        Assert.All(app.Received.Where(r => r.Path == "/home"), r => Assert.NotEqual("", r.User));
        Assert.Equal(3, app.Received.Count(r => r.Path == "/sign-in"));
    }

    [Fact]
    public async Task So_do_users_of_iterations_at_a_rate()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await Hooked(app.Test).AtRate(200).Lasting(250, connections: 3).RunAsync());

        Assert.Equal(50, result.Pacing!.Planned);
        Assert.Equal(3, Sequences().Length);
        Assert.All(Sequences(), s => Assert.Matches("^BI*E$", s));
    }

    [Fact]
    public async Task Steps_and_pauses_are_possible_and_not_counted()
    {
        await using var app = await ScenarioApp.StartAsync();
        var checks = LoadStep.Named("checked").ExpectJson("/id", 7);

        var result = await Hooked(app.Test, begin: async (user, token) =>
        {
            await user.StepAsync("sign in", () => user.Client.PostAsync(_signIn, content: null, token));
            await user.StepAsync(checks, () => user.Client.GetStringAsync(ScenarioApp.Uri("/order/7"), token));
            await user.PauseAsync(TimeSpan.FromMilliseconds(1));
        }).Sending(5).RunAsync();

        Assert.Equal(["home"], result.Endpoints.Select(e => e.Name));
        Assert.Equal((5L, 0L), (result.Sent, result.Failed));
    }

    [Theory]
    [InlineData(true, "OnUserBegin")]
    [InlineData(false, "OnUserEnd")]
    public async Task What_it_throws_ends_the_run(bool begins, string name)
    {
        await using var app = await ScenarioApp.StartAsync();
        var thrown = new InvalidOperationException("There is no account.");
        Func<LoadUser, CancellationToken, Task> fail = (user, _) => user.Number == 1 ? Task.FromException(thrown) : Task.CompletedTask;

        var e = await Assert.ThrowsAsync<LoadTestException>(
            () => Hooked(app.Test, begin: begins ? fail : null, end: begins ? null : fail).Sending(10, connections: 3).RunAsync());

        Assert.Same(thrown, e.InnerException);
        Assert.StartsWith($"{name} of user 1 threw InvalidOperationException: There is no account. Expected: code that ends well, within ", e.Problems[0], StringComparison.Ordinal);
        Assert.Equal(!begins, e.Message.Contains("10 sent, 10 succeeded", StringComparison.Ordinal)); // what was measured isn't lost
        Assert.Equal(begins, !_seen.Any(s => s.What == 'I'));
        Assert.All(Sequences(), s => Assert.EndsWith("E", s, StringComparison.Ordinal)); // of those that have begun
    }

    [Theory]
    [InlineData(false, "status 500")]
    [InlineData(true, "the JSON value at '/id' was expected to be 8, but it is 7")]
    public async Task A_response_that_is_no_success_ends_the_run(bool inStep, string fault)
    {
        await using var app = await ScenarioApp.StartAsync();
        var step = LoadStep.Named("order").ExpectJson("/id", 8);

        var e = await Assert.ThrowsAsync<LoadTestException>(() => Hooked(app.Test, begin: (user, token) => inStep
            ? user.StepAsync(step, () => user.Client.GetAsync(ScenarioApp.Uri("/order/7"), token))
            : user.Client.GetAsync(ScenarioApp.Uri("/status/500"), token)).Sending(1, connections: 1).RunAsync());

        Assert.StartsWith($"OnUserBegin of user 0 had a response that is no success: {fault}. Expected: ", Assert.Single(e.Problems), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "OnUserBegin of user 0 did not end within 0.3 s. Expected: code that ends well, within StartTimeout (30 s by default).")]
    [InlineData(false, "OnUserEnd of user 0 did not end within 0.3 s. Expected: code that ends well, within RequestTimeout (10 s by default).")]
    public async Task One_that_never_ends_ends_the_run(bool begins, string expected)
    {
        await using var app = await ScenarioApp.StartAsync();
        Func<LoadUser, CancellationToken, Task> hang = (_, _) => new TaskCompletionSource().Task;

        var e = await Assert.ThrowsAsync<LoadTestException>(() => Hooked(app.Test, begin: begins ? hang : null, end: begins ? null : hang)
            .Sending(1, connections: 1).With(o => (o.StartTimeout, o.RequestTimeout) = (begins ? _short : o.StartTimeout, begins ? o.RequestTimeout : _short))
            .RunAsync().WaitAsync(_hang));

        Assert.StartsWith(expected, e.Problems[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Users_end_though_the_run_is_cancelled(bool fails)
    {
        await using var app = await ScenarioApp.StartAsync();
        using var cancellation = new CancellationTokenSource();

        var result = Identity.Check(await Hooked(
            app.Test, end: fails ? (_, _) => throw new InvalidOperationException("Not now.") : null, iterated: cancellation.CancelAsync)
            .Lasting(60_000, connections: 3).RunAsync(cancellation.Token).WaitAsync(_hang));

        Assert.True(result.WasCancelled);
        Assert.Equal(3, Sequences().Length);
        Assert.All(Sequences(), s => Assert.Matches("^BI*E$", s));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_end_that_hangs_is_cut_off_once_the_run_is_cancelled(bool passesToken)
    {
        await using var app = await ScenarioApp.StartAsync();
        using var cancellation = new CancellationTokenSource();

        var result = Identity.Check(await Hooked(app.Test, end: async (_, token) =>
        {
            await cancellation.CancelAsync();
            await Task.Delay(Timeout.Infinite, passesToken ? token : CancellationToken.None);
        }).Sending(10, connections: 2).With(o => o.RequestTimeout = 10 * _hang).RunAsync(cancellation.Token).WaitAsync(_hang));

        Assert.True(result.WasCancelled);
    }

    [Fact]
    public async Task Users_end_though_the_scenario_has_a_mistake()
    {
        await using var app = await ScenarioApp.StartAsync();

        var e = await Assert.ThrowsAsync<LoadTestException>(() => app.Test
            .Scenario("look", (user, _) => user.StepAsync(" ", () => Task.CompletedTask)).OnUserEnd(Seen('E')).Sending(10, connections: 2).RunAsync());

        Assert.StartsWith("A step of the scenario 'look' is named ' '", e.Problems[0], StringComparison.Ordinal);
        Assert.Equal("EE", Of(_seen));
    }

    [Theory]
    [InlineData(1)] // who leaves within the window
    [InlineData(0)] // before it, after the warm-up
    public async Task Users_that_come_and_go_begin_and_end_each_time(int atFirst)
    {
        await using var app = await ScenarioApp.StartAsync();
        using var enough = new CancellationTokenSource();

        await Hooked(app.Test, iterated: () => _seen.Count(s => s.What == 'B') == 2 ? enough.CancelAsync() : Task.Delay(1))
            .WithUsers(LoadUsers.From(atFirst).RampTo(0, _short).Hold(TimeSpan.FromSeconds(1)).RampTo(1, _short).Hold(TimeSpan.FromMinutes(1)))
            .With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(1), _short)).RunAsync(enough.Token).WaitAsync(_hang);

        Assert.Matches("^BI+EBI+E$", Assert.Single(Sequences()));
    }

    // Their times fall anywhere between the ticks of timers.
    [Fact]
    public async Task Each_of_many_that_join_begins_before_its_first_iteration()
    {
        await using var app = await ScenarioApp.StartAsync();

        await Hooked(app.Test).WithUsers(LoadUsers.From(0).RampTo(100, TimeSpan.FromSeconds(1)).Hold(_short)).With(o => o.WarmUp = TimeSpan.Zero).RunAsync();

        Assert.Equal(100, Sequences().Length);
        Assert.All(Sequences(), s => Assert.Matches("^BI*E$", s));
    }

    [Fact]
    public async Task A_user_that_joins_at_the_end_of_the_window_keeps_nobody_waiting()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = await Hooked(app.Test, begin: (user, token) => user.Number == 0 ? Task.CompletedTask : Task.Delay(Timeout.Infinite, token))
            .WithUsers(LoadUsers.From(1).RampTo(3, _short).Hold(_short))
            .With(o => (o.WarmUp, o.StartTimeout) = (TimeSpan.Zero, TimeSpan.FromSeconds(5))).RunAsync().WaitAsync(_hang);

        Assert.Equal(0, result.Failed);
        Assert.Matches("^BI+E$", Assert.Single(Sequences())); // who hasn't begun has nothing to end
    }

    // As if a timer had ended early: its beginning is cut off, and the window is still open.
    [Fact]
    public async Task A_user_whose_beginning_was_cut_off_does_no_iteration()
    {
        using var recorders = new RecorderSet(new StepNames("look").Max, isPaced: false, onFirstUse: true);
        var users = LoadUsers.From(0).RampTo(1, TimeSpan.FromMilliseconds(1)).Hold(_hang);
        using var phase = new LoadPhase([], recorders, new Schedule(new RequestOrder(count: 1)) { Users = users }, new StepNames("look"));
        var address = new CheckedAddress(new Uri("http://127.0.0.1:9"), new IPEndPoint(IPAddress.Loopback, 9), Tls: null);
        var test = LoadTest.Against("http://127.0.0.1:9").With(o => o.Connections = 1)
            .Scenario("look", (user, token) =>
            {
                phase.Close();
                return Seen('I')(user, token);
            })
            .OnUserBegin((user, token) =>
            {
                phase.Open(_hang);
                return Seen('B', (_, _) => Task.Delay(Timeout.Infinite, token))(user, token);
            });
        var clients = new UserClients(address, [], await PreparationStep.RunAsync(test.Plan, address, CancellationToken.None));
        await using var engine = EngineFactory.Create(ScenarioLoad.Of(test.Plan, clients), new UserPasts()).Engine;

        phase.Open(_short);
        await engine.RunAsync(phase).WaitAsync(_hang);

        Assert.Empty(_seen);
    }

    [Fact]
    public async Task As_many_users_end_at_a_time_as_begin()
    {
        await using var app = await ScenarioApp.StartAsync();
        var (ending, most) = (0, new ConcurrentQueue<int>());

        await Hooked(app.Test, end: async (_, token) =>
        {
            most.Enqueue(Interlocked.Increment(ref ending));
            await Task.Delay(20, token);
            Interlocked.Decrement(ref ending);
        }).Sending(1, connections: 100).RunAsync();

        Assert.Equal(100, _seen.Count(s => s.What == 'E'));
        Assert.InRange(most.Max(), 1, 16);
    }

    [Fact]
    public async Task Once_one_has_failed_to_end_the_others_end_together()
    {
        await using var app = await ScenarioApp.StartAsync();
        var (ended, all) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));

        await Assert.ThrowsAsync<LoadTestException>(() => Hooked(app.Test, end: async (user, token) =>
        {
            if (Interlocked.Increment(ref ended) == 100)
            {
                all.SetResult();
            }

            await (user.Number == 0 ? throw new InvalidOperationException("Not now.") : all.Task.WaitAsync(token));
        }).Sending(1, connections: 100).RunAsync().WaitAsync(_hang));

        Assert.Equal(100, ended);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_app_known_by_its_address_that_has_gone_lets_no_user_end_and_is_what_failed(bool goes)
    {
        ScriptedServer? server = null;
        await using var one = server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                if (connection.Number == 3 && goes)
                {
                    server!.StopListening();
                    return;
                }

                await connection.SendAsync($"HTTP/1.1 {(connection.Number == 3 ? "500 Oh" : "200 OK")}\r\nContent-Length: 0\r\n\r\n");
            }
        });
        var run = LoadTest.Against(server.Address)
            .Scenario("look", (user, token) => user.StepAsync("home", () => user.Client.GetStringAsync(_home, token)))
            .OnUserEnd((user, token) => goes ? user.Client.GetAsync(_signIn, token) : throw new InvalidOperationException("Not now."))
            .Sending(5, connections: 1).RunAsync();

        if (goes)
        {
            Assert.Equal((2L, 3L), ((await run).Succeeded, (await run).Failed));
        }
        else
        {
            Assert.StartsWith("OnUserEnd of user 0 threw", (await Assert.ThrowsAsync<LoadTestException>(() => run)).Problems[0], StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_user_whose_code_was_left_behind_begins_again()
    {
        await using var app = await ScenarioApp.StartAsync();

        var result = Identity.Check(await app.Test
            .Scenario("hang", async (user, token) =>
            {
                _seen.Enqueue((user.Number, 'I'));
                await (user.Iteration == 0 ? new TaskCompletionSource().Task : user.Client.GetStringAsync(_home, token));
            })
            .OnUserBegin(Seen('B')).OnUserEnd(Seen('E')).Sending(2, connections: 1).With(o => o.RequestTimeout = _short).RunAsync().WaitAsync(_hang));

        Assert.Equal("BIBIE", Assert.Single(Sequences()));
        Assert.Equal((1L, 1L), (result.Succeeded, result.Failed));
    }

    [Fact]
    public async Task Blocking_code_holds_up_no_other_user()
    {
        await using var app = await ScenarioApp.StartAsync();
        using var met = new CountdownEvent(2);

        await Hooked(app.Test, begin: (_, _) =>
        {
            met.Signal();
            return met.Wait(_hang, CancellationToken.None) ? Task.CompletedTask : throw new TimeoutException();
        }).Sending(4, connections: 2).RunAsync();

        Assert.Equal(2, Sequences().Length);
    }

    private static string Of(IEnumerable<(int User, char What)> seen) => string.Concat(seen.Select(s => s.What));

    private string[] Sequences() => [.. _seen.GroupBy(s => s.User).OrderBy(u => u.Key).Select(Of)];

    private Func<LoadUser, CancellationToken, Task> Seen(char what, Func<LoadUser, CancellationToken, Task>? code = null) => async (user, token) =>
    {
        await (code is null || what == 'E' ? Task.CompletedTask : code(user, token));
        _seen.Enqueue((user.Number, what));
        await (code is null || what != 'E' ? Task.CompletedTask : code(user, token));
    };

    private LoadTest Hooked(
        LoadTest test, Func<LoadUser, CancellationToken, Task>? begin = null, Func<LoadUser, CancellationToken, Task>? end = null, Func<Task>? iterated = null) => test
        .Scenario("look", async (user, token) =>
        {
            _seen.Enqueue((user.Number, 'I'));
            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
            await (iterated?.Invoke() ?? Task.CompletedTask);
        })
        .OnUserBegin(Seen('B', begin ?? (async (user, token) => { using var response = await user.Client.PostAsync(_signIn, content: null, token); })))
        .OnUserEnd(Seen('E', end));
}
