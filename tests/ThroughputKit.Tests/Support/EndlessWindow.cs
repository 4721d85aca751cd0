using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace ThroughputKit.Tests.Support;

/// <summary>
/// A measured window that stays open until the test closes it, once the server has received what the test is about: no length could be right on every
/// machine.
/// </summary>
internal sealed class EndlessWindow(LoadEngine engine)
{
    private static readonly TimeSpan _hang = TimeSpan.FromSeconds(60);

    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Gets a task that completes when no more requests are begun.</summary>
    public Task Closed => _closed.Task;

    /// <summary>Sends requests from a cold start until <paramref name="until"/> completes, and lets those in flight drain.</summary>
    /// <param name="server">The server.</param>
    /// <param name="until">Returns when to close the window. The time limit only applies to what never completes.</param>
    /// <param name="rate">The rate; it must be longer than the test could take.</param>
    /// <param name="connections">The number of connections.</param>
    /// <param name="timeout">The timeout of a request.</param>
    public async Task<LoadResult> RunAsync(ScriptedServer server, Func<Task> until, LoadRate? rate = null, int connections = 4, TimeSpan? timeout = null)
    {
        var plan = new LoadPlan(new UriTarget(server.Address.OriginalString))
        {
            Requests = [LoadRequest.Get("/")],
            Rate = rate,
            Options = new LoadOptions { Engine = engine, Connections = connections, RequestTimeout = timeout ?? TimeSpan.FromMinutes(1), WarmUp = TimeSpan.Zero },
        };
        var app = new RunningApp { Address = server.Address };
        using var close = new CancellationTokenSource();
        using var abort = new CancellationTokenSource();
        await using var load = await ReadyLoad.PrepareAsync(plan, app, new RunContext(CancellationToken.None));
        load.Batches.MakeRoom();
        var running = MeasuredPhase.RunAsync(load, TimeSpan.FromHours(1), budget: null, isWindow: true, close.Token, abort.Token);
        try
        {
            await until().WaitAsync(_hang);
            await close.CancelAsync();
            _closed.SetResult();
            var window = await running.WaitAsync(_hang);
            var noWarmUp = new WarmUpOutcome(FirstResponse: null, FirstStatus: 0, new WarmUpFigures { Duration = TimeSpan.Zero, IsSteady = true, Reason = "" });
            var result = ResultBuilder.Build(load, noWarmUp, window, overlapped: false);
            return Identity.CheckCounts(result with { Findings = FindingRules.Examine(new RunFacts(app, result, StoppedByItself: false, StopProblem: null)) });
        }
        finally
        {
            await abort.CancelAsync(); // or the load would outlive a test that fails
            await ((Task)running).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
