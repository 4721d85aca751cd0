using System.Net;
using System.Net.Security;
using ThroughputKit.Engines;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Measurement;
using ThroughputKit.Planning;
using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Watching;

namespace ThroughputKit.Running;

/// <summary>Carries out a plan from start to end.</summary>
/// <remarks>
/// 1. Start the app. 2. Find where it can be reached, and whether it may be loaded. 3. Prepare it. 4. Encode the
/// requests. 5. Warm up. 6. Measure. 7. Stop what was started, in any case. 8. Examine the result for doubts.
/// </remarks>
internal static class LoadRun
{
    private static readonly TimeSpan _stopLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan _stopLimitOnCancellation = TimeSpan.FromSeconds(2);

    public static async Task<LoadResult> RunAsync(LoadPlan plan, CancellationToken cancellationToken)
    {
        // 1. Start.
        var laps = new Laps();
        await PoolRoom.EnsureAsync().ConfigureAwait(false);
        var app = await plan.Target.StartAsync(plan.Options.StartTimeout, cancellationToken).ConfigureAwait(false);
        var start = laps.Next();
        LoadResult? result = null;
        bool stoppedByItself;
        AppExit? death;
        string? stopProblem;
        try
        {
            result = await LoadAsync(plan, app, laps, cancellationToken).ConfigureAwait(false);
        }
        catch (LoadTestException e) when (app.Death(RunningApp.DeathLimit) is { } early)
        {
            throw e.With(new Problem(
                $"The app exited with code {early.Code} before the load began", "an app that runs until it is stopped", early.Output));
        }
        finally
        {
            // 7. Stop. What goes wrong with it neither hides an earlier error nor loses the result.
            stoppedByItself = app.IsStopping;
            death = app.Death(TimeSpan.Zero);
            stopProblem = await app.StopAsync(cancellationToken.IsCancellationRequested ? _stopLimitOnCancellation : _stopLimit).ConfigureAwait(false);
        }

        result = result with { Times = result.Times! with { Start = start, Stop = laps.Next() } };

        // 8. Doubt.
        return result with { Findings = Doubts.Examine(new RunFacts(app, result, stoppedByItself, stopProblem, death)) };
    }

    private static async Task<LoadResult> LoadAsync(LoadPlan plan, RunningApp app, Laps laps, CancellationToken cancellationToken)
    {
        var options = plan.Options;

        // 2. Reach.
        var endPoint = await Reachability.FindAsync(app.Address, plan.AllowedHost, options.Timeout, cancellationToken).ConfigureAwait(false);

        // 3. Prepare.
        var headers = await PreparationStep.RunAsync(plan, app.Address, endPoint, cancellationToken).ConfigureAwait(false);

        // 4. Encode.
        EncodedRequest[] requests = [.. plan.Requests.Select(
            r => RequestEncoder.Encode(r.WithDefaultHeaders(plan.Headers).WithReplacedHeaders(headers), app.Address))];
        var rate = plan.Rate?.For(options.Duration);
        var succeeds = StatusTable.Of(options.IsSuccess);

        var choice = EngineFactory.Create(options, new EngineTarget(endPoint, Tls(app.Address, endPoint)), succeeds, rate);
        var engine = choice.Engine;
        await using var closing = engine.ConfigureAwait(false);
        using var recorders = new RecorderSet(requests.Length, isPaced: rate is not null);
        using var kit = new ThisProcess();
        var process = app.Probe ?? kit;
        var peak = new PeakWorkingSet(process.ReadWorkingSet);
        using var watcher = new Watcher(engine, peak);
        using var overlap = new Overlap();
        var phases = new Phases(engine, requests, succeeds, recorders, rate);

        var prepare = laps.Next();

        // 5. Warm up.
        var warmUp = await new WarmUp(phases, options, process).RunAsync(cancellationToken).ConfigureAwait(false);

        var warmedUp = laps.Next();

        // 6. Measure.
        var window = await new WindowStep(phases, options, rate, app, kit, peak).RunAsync(cancellationToken).ConfigureAwait(false);
        var measured = laps.Next();
        return ResultBuilder.Build(requests, options, rate, app, choice, warmUp, window, overlap.WasShared) with
        {
            Times = new RunTimes(TimeSpan.Zero, prepare, warmedUp, window.Length, measured - window.Length, TimeSpan.Zero),
            Settings = SettingsReader.Read(plan, app),
        };
    }

    private static SslClientAuthenticationOptions? Tls(Uri address, IPEndPoint endPoint) =>
        address.Scheme != Uri.UriSchemeHttps ? null : LoopbackTls.Options(address.IdnHost, endPoint);
}
