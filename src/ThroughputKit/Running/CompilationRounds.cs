using System.Diagnostics;
using ThroughputKit.Measurement;
using ThroughputKit.Pacing;

namespace ThroughputKit.Running;

/// <summary>Gets the app's code compiled as well as it will be: rounds of a burst of load, and then a pause until nothing is being compiled.</summary>
/// <remarks>
/// The runtime compiles code in haste at first, and what is called often twice more, once no new code has come for 100 ms (tiered compilation). One thread does
/// that, which a load that takes all processors starves: under load the sample with a database took 15 s for what it does in some 7 s of pauses.
/// </remarks>
/// <param name="phases">Makes the load.</param>
/// <param name="process">Reads the counters of the app's process.</param>
internal sealed class CompilationRounds(Phases phases, IProcessProbe process)
{
    private const int FewestRounds = 2;
    private const int QuietLooks = 3;
    private const int Calls = 32; // 30 have a method compiled again

    private static readonly TimeSpan _burst = TimeSpan.FromMilliseconds(150);
    private static readonly TimeSpan _longest = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(50);

    /// <param name="limit">How long it takes at most, but for a round that has begun.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>How many methods may be compiled in half a second from then on.</returns>
    public async Task<long> RunAsync(TimeSpan limit, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        var before = process.CountCompiledMethods();
        long all = 0;
        var isSlow = false;
        for (var round = 1; Stopwatch.GetElapsedTime(begun) < limit && !cancellationToken.IsCancellationRequested; round++)
        {
            isSlow = await BurstAsync(isSlow, cancellationToken).ConfigureAwait(false);
            await PauseAsync(begun, limit, cancellationToken).ConfigureAwait(false);
            var now = process.CountCompiledMethods();
            if (now - before is not { } compiled || (phases.Succeeded == 0 && (round > 1 || !isSlow)))
            {
                break; // nobody knows, or nothing to wait for: but the first responses of a slow app come after its first burst
            }

            (before, all) = (now, all + compiled);
            if (round >= FewestRounds && compiled <= StrayMethods.Of(all))
            {
                break;
            }
        }

        return StrayMethods.Of(all);
    }

    // A slow app is sent what makes its code hot, and no more: all connections at once would keep it busy for seconds.
    private async Task<bool> BurstAsync(bool isSlow, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        await phases.RunAsync(
            isSlow ? _longest : _burst, isSlow ? new RequestBudget(Calls, connections: Calls) : null, cancellationToken: cancellationToken).ConfigureAwait(false);
        return !phases.IsPaced && phases.Completed * (_burst / Stopwatch.GetElapsedTime(begun)) < Calls;
    }

    private async Task PauseAsync(long begun, TimeSpan limit, CancellationToken cancellationToken)
    {
        var (methods, quiet) = (process.CountCompiledMethods(), 0);
        while (quiet < QuietLooks && methods is not null && Stopwatch.GetElapsedTime(begun) < limit && !cancellationToken.IsCancellationRequested)
        {
            await Task.Delay(_look, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            var now = process.CountCompiledMethods();
            (methods, quiet) = (now, now == methods ? quiet + 1 : 0);
        }
    }
}
