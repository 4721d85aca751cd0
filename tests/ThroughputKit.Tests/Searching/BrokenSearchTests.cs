using System.Text.RegularExpressions;
using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Searching;

/// <summary>Searches during which a real app stops or the caller cancels. Earlier steps are never lost.</summary>
/// <remarks>
/// Each run opens four new connections, so the sixth connection always belongs to a step. Steps follow only if the run without a set rate has a success, which
/// takes a while on a busy machine.
/// </remarks>
public partial class BrokenSearchTests
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_dies_ends_the_search_with_its_output_and_the_steps_so_far()
    {
        var process = "";
        var test = LoadTest.ForPublished(Built.TestApp).Get("/die-at-connection/6").Prepare(async (client, token) =>
        {
            process = await client.GetStringAsync(new Uri("/process", UriKind.Relative), token);
        });

        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => Short(test).FindMaxRateAsync(TimeSpan.FromMilliseconds(1_000)))).Problems);

        Assert.Matches(
            @"^The search ended in step \d+, at [\d,.]+ RPS: the app exited with code 134 before the run ended\. Expected: an app that runs until it is stopped\. Send ", problem);
        Assert.Contains($"{Environment.NewLine}The disk is full.{Environment.NewLine}", problem, StringComparison.Ordinal);
        Assert.Contains("Results of the search so far:", problem, StringComparison.Ordinal);
        Assert.Contains("GET /die-at-connection/6: 4 connections, 1 s per step, ", problem, StringComparison.Ordinal);
        Assert.Equal(StepsIn(problem), int.Parse(StepNumber().Match(problem).Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture));
        Assert.Contains("  no: the app stopped; ", problem.Split(Environment.NewLine)[^1], StringComparison.Ordinal);
        Assert.False(Processes.IsRunning(process));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_dies_before_any_step_ends_the_search_too()
    {
        // Without a warm-up, in which it would die, and long enough for more than twenty requests in any case.
        var test = Short(LoadTest.ForPublished(Built.TestApp).Get("/text").Get("/die-after-a-while"))
            .With(o => (o.Duration, o.WarmUp) = (TimeSpan.FromSeconds(5), TimeSpan.Zero));

        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test.FindMaxRateAsync(TimeSpan.FromMilliseconds(1_000)))).Problems);

        Assert.StartsWith("The search ended in the run without a set rate: the app exited with code 134 before the run ended.", problem, StringComparison.Ordinal);
        Assert.Contains("GET /text, GET /die-after-a-while: 4 connections, 5 s per step, ", problem, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_in_this_process_that_stops_itself_ends_the_search()
    {
        var problem = Assert.Single((await Assert.ThrowsAsync<LoadTestException>(
            () => Short(LoadTest.For<App>().Get("/stop-at-connection/6")).FindMaxRateAsync(TimeSpan.FromMilliseconds(1_000)))).Problems);

        Assert.Matches(@"^The search ended in step \d+, at [\d,.]+ RPS: the app began to stop before the run ended\. ", problem);
        Assert.Contains("Check whether something calls StopApplication", problem, StringComparison.Ordinal);
        Assert.NotEqual(0, StepsIn(problem));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_remote_server_that_stops_ends_the_search_with_the_steps_so_far()
    {
        var connections = 0;
        ScriptedServer? server = null;
        await using var closing = server = new ScriptedServer(async connection =>
        {
            var isFirst = true;
            while (await connection.ReadRequestAsync() is not null)
            {
                if (isFirst && Interlocked.Increment(ref connections) == 6)
                {
                    server!.StopListening();
                }

                if (Volatile.Read(ref connections) >= 6)
                {
                    return;
                }

                isFirst = false;
                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||ok");
            }
        });

        var problems = (await Assert.ThrowsAsync<LoadTestException>(
            () => Short(LoadTest.Against(server.Address).Get("/")).FindMaxRateAsync(TimeSpan.FromMilliseconds(1_000)).WaitAsync(_hang))).Problems;

        Assert.Equal(2, problems.Count);
        Assert.StartsWith("Nothing listens at ", problems[0], StringComparison.Ordinal);
        Assert.Matches(@"^The search ended before step \d+, at [\d,.]+ RPS\. Expected: an app that stays available until the search ends\. Results of the search so far:", problems[1]);
        Assert.NotEqual(0, StepsIn(problems[1]));
    }

    [Fact]
    public async Task Cancelling_in_a_step_leaves_no_app_running()
    {
        var stopped = 0;
        using var cancellation = new CancellationTokenSource();
        var test = LoadTest.For<App>(app => app.ConfigureServices = services => services
            .AddHostedService(_ => new LifeSignal(() => { }, () => stopped++))
            .AddSingleton(new Connections(seen: count => CancelAt(6, count)))).Get("/stop-at-connection/1000");

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Short(test).FindMaxRateAsync(TimeSpan.FromMilliseconds(1_000), cancellation.Token).WaitAsync(_hang));

        Assert.Equal(1, stopped);
        Assert.Empty(await KitThreads.LeftAsync());

        void CancelAt(int number, int count)
        {
            if (count == number)
            {
                cancellation.Cancel();
            }
        }
    }

    [Fact]
    public async Task Cancelling_in_a_step_leaves_no_connection_open()
    {
        var connections = 0;
        using var cancellation = new CancellationTokenSource();
        await using var server = new ScriptedServer(async connection =>
        {
            for (var isFirst = true; await connection.ReadRequestAsync() is not null; isFirst = false)
            {
                if (isFirst && Interlocked.Increment(ref connections) == 6)
                {
                    await cancellation.CancelAsync();
                }

                await connection.SendAsync("HTTP/1.1 200 OK|Content-Length: 2||ok");
            }
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => Short(LoadTest.Against(server.Address).Get("/")).FindMaxRateAsync(TimeSpan.FromMilliseconds(1_000), cancellation.Token).WaitAsync(_hang));

        await server.ClosedAsync();
        Assert.Empty(await KitThreads.LeftAsync());
    }

    // Lines of the table: those that end with whether the step held.
    private static int StepsIn(string problem) => StepLine().Count(problem);

    private static LoadTest Short(LoadTest test) => test.With(o =>
    {
        o.Connections = 4;
        o.Duration = TimeSpan.FromSeconds(1);
        (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100));
    });

    [GeneratedRegex(@"^The search ended in step (\d+)")]
    private static partial Regex StepNumber();

    [GeneratedRegex(@"^ *[\d,.]+ .*  (yes|no: .*)\r?$", RegexOptions.Multiline)]
    private static partial Regex StepLine();
}
