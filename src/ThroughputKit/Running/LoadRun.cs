using System.Net;
using System.Net.Security;
using ThroughputKit.Engines;
using ThroughputKit.Engines.Sockets;
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
/// requests. 5. Warm up. 6. Measure. 7. Examine the result for doubts. What was started is stopped in any case.
/// </remarks>
internal static class LoadRun
{
    public static async Task<LoadResult> RunAsync(LoadPlan plan, CancellationToken cancellationToken)
    {
        var options = plan.Options;

        // 1. Start.
        var app = await plan.Target.StartAsync(options.StartTimeout, cancellationToken).ConfigureAwait(false);
        await using var stopping = app.ConfigureAwait(false);

        // 2. Reach.
        var endPoint = await Reachability.FindAsync(app.Address, plan.AllowedHost, options.Timeout, cancellationToken).ConfigureAwait(false);

        // 3. Prepare.
        var headers = await PreparationStep.RunAsync(plan, app.Address, endPoint, cancellationToken).ConfigureAwait(false);

        // 4. Encode.
        EncodedRequest[] requests = [.. plan.Requests.Select(
            r => RequestEncoder.Encode(r.WithDefaultHeaders(plan.Headers).WithReplacedHeaders(headers), app.Address))];
        var succeeds = StatusTable.Of(options.IsSuccess);

        var engine = new SocketEngine(
            new EngineTarget(endPoint, Tls(app.Address, endPoint)), options.Connections, options.Timeout, succeeds);
        await using var closing = engine.ConfigureAwait(false);
        using var workingSet = new WorkingSet();
        var peak = new PeakWorkingSet(workingSet);
        using var watcher = new Watcher(engine, peak);

        // 5. Warm up.
        var warmUp = await new WarmUp(engine, requests, succeeds, options).RunAsync(cancellationToken).ConfigureAwait(false);

        // 6. Measure.
        var measurement = await new WindowStep(engine, requests, succeeds, options, workingSet, peak)
            .RunAsync(cancellationToken).ConfigureAwait(false);

        // 7. Doubt.
        var result = ResultBuilder.Build(requests, options, app, warmUp, measurement);
        return result with { Findings = Doubts.Examine(new RunFacts(app, result)) };
    }

    private static SslClientAuthenticationOptions? Tls(Uri address, IPEndPoint endPoint) =>
        address.Scheme != Uri.UriSchemeHttps ? null : LoopbackTls.Options(address.IdnHost, endPoint);
}
