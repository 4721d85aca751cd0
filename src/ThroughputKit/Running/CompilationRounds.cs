using System.Diagnostics;
using ThroughputKit.Pacing;
using ThroughputKit.Probes;

namespace ThroughputKit.Running;

/// <summary>Runs rounds of load until the app's code is fully compiled: a burst of load, then a pause until nothing is being compiled.</summary>
/// <remarks>
/// The runtime first compiles code quickly. It recompiles frequently called code twice, once no new code has arrived for 100 to 200 ms (tiered
/// compilation). A single thread does that, and a load that takes all processors starves it. Under load, the sample with a database took
/// 15 s for the compilation that it completes in about 7 s of pauses. A pause takes at least 150 ms, which covers the delay, and ends after 100 ms in
/// which hardly anything was compiled, once nothing waits for the compiler. One quiet round isn't the end. Code that was compiled ahead of time is first
/// called, then counted and recompiled to be observed, then counted and optimized: a round each. So three rounds that compile hardly anything, and leave
/// nothing to the compiler, show that whatever each of them has called often is optimized.
/// </remarks>
/// <param name="phases">Generates the load.</param>
/// <param name="process">Reads the counters of the app's process.</param>
internal sealed class CompilationRounds(Phases phases, IProcessProbe process)
{
    /// <summary>The number of compiled methods that is always ignored, however little code there is. A hot method comes with dozens of others.</summary>
    public const long MinTolerated = 5;

    private const double ToleratedShare = 0.01;
    private const double TrickleShare = 0.05; // of what a pause has compiled: what it may still compile in a quiet stretch
    private const int QuietRounds = 3;
    private const int QuietLooks = 2;
    private const int Calls = 32; // a method is recompiled after 30 calls

    private static readonly TimeSpan _longest = TimeSpan.FromSeconds(2);

    /// <summary>Gets the length of a burst.</summary>
    public TimeSpan Burst { get; init; } = TimeSpan.FromMilliseconds(50);

    /// <summary>Gets the minimum length of a pause after a round that wasn't quiet.</summary>
    public TimeSpan Delay { get; init; } = TimeSpan.FromMilliseconds(150);

    /// <summary>Gets the time between two looks at what was compiled.</summary>
    public TimeSpan Look { get; init; } = CompilationIdle.Look;

    /// <param name="limit">The maximum duration. A round that has begun may exceed it.</param>
    /// <param name="abandoning">Ends a burst with its requests in flight.</param>
    /// <param name="cancellationToken">Ends the rounds.</param>
    /// <returns>
    /// The number of methods that may be compiled in a quiet moment from then on, and whether the limit ended the rounds before the code was compiled. There is
    /// always a stray method somewhere. The more code there is, the more of it runs too rarely to be compiled soon, or to matter.
    /// </returns>
    public async Task<(long Tolerated, bool WasCutShort)> RunAsync(TimeSpan limit, CancellationToken abandoning, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        _ = process.CountOwedMethods();
        var before = process.CountCompiledMethods();
        long all = 0;
        var (isSlow, quiet) = (false, 0);
        for (var round = 1; quiet < QuietRounds && Stopwatch.GetElapsedTime(begun) < limit && !cancellationToken.IsCancellationRequested; round++)
        {
            isSlow = await BurstAsync(isSlow, abandoning, cancellationToken).ConfigureAwait(false);
            var enough = before + (2 * ToleratedOf(all)); // a round takes up to a second
            await OwnThread.RunAsync(() => Pause(quiet > 0 ? Look : Delay, enough, begun, limit, cancellationToken)).ConfigureAwait(false);
            var now = process.CountCompiledMethods();
            if (now - before is not { } compiled || (phases.Succeeded == 0 && (round > 1 || !isSlow)))
            {
                return (ToleratedOf(all), false); // unknown, or nothing to wait for; but a slow app sends its first responses after its first burst
            }

            (before, all) = (now, all + compiled);
            quiet = now <= enough && !IsOwed() ? quiet + 1 : 0;
        }

        return (ToleratedOf(all), quiet < QuietRounds);
    }

    private static long ToleratedOf(long compiled) => Math.Max(MinTolerated, (long)(ToleratedShare * compiled));

    // A slow app gets only enough requests to make its code hot. All connections at once would keep it busy for seconds.
    private async Task<bool> BurstAsync(bool isSlow, CancellationToken abandoning, CancellationToken cancellationToken)
    {
        var calls = Calls * phases.Requests;
        var (window, _, _) = await phases.RunAsync(
            isSlow ? _longest : Burst,
            isSlow ? new RequestBudget(calls) : null,
            abandoning: abandoning,
            cancellationToken: cancellationToken).ConfigureAwait(false);
        return !phases.IsPaced && phases.Completed * (Burst / Stopwatch.GetElapsedTime(window.Start)) < calls;
    }

    // If it isn't known, what was compiled has to do.
    private bool IsOwed() => process.CountOwedMethods() > 0;

    private void Pause(TimeSpan least, long? enough, long begun, TimeSpan limit, CancellationToken cancellationToken)
    {
        var paused = Stopwatch.GetTimestamp();
        cancellationToken.WaitHandle.WaitOne(least);
        var now = process.CountCompiledMethods();
        if (now <= enough && !IsOwed())
        {
            return;
        }

        var code = new CompilationIdle(now, MinTolerated, QuietLooks, TrickleShare);
        while (now is not null && !(code.IsQuiet && !IsOwed()) && Stopwatch.GetElapsedTime(begun) < limit && !cancellationToken.IsCancellationRequested
            && Stopwatch.GetElapsedTime(paused) < _longest) // an app may compile for ever
        {
            cancellationToken.WaitHandle.WaitOne(Look);
            now = process.CountCompiledMethods();
            code.Add(now);
        }
    }
}
