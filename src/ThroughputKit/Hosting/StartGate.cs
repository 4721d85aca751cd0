using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Hosting;

/// <summary>
/// Serializes the starts of a host or factory that the caller owns, since it can't be started twice. An abandoned start keeps
/// the gate until it has ended.
/// </summary>
internal static class StartGate
{
    private static readonly ConditionalWeakTable<object, SemaphoreSlim> _gates = [];

    /// <param name="subject">The host or factory to start.</param>
    /// <param name="app">Its name, for messages.</param>
    /// <param name="begin">Begins the start; returns <see langword="null"/> if none is needed.</param>
    /// <param name="timeout">The time for the wait and the start together.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The duration of the start; <see langword="null"/> if none was needed.</returns>
    /// <exception cref="LoadTestException">The start failed or took too long.</exception>
    public static async Task<TimeSpan?> StartAsync(
        object subject, string app, Func<Task?> begin, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var gate = _gates.GetValue(subject, static _ => new SemaphoreSlim(1));
        var asked = Stopwatch.GetTimestamp();
        if (!await gate.WaitAsync(timeout, cancellationToken).ConfigureAwait(false))
        {
            throw new LoadTestException(StartProblems.TooSlow(app, timeout));
        }

        Task? start = null;
        try
        {
            var begun = Stopwatch.GetTimestamp();
            start = begin();
            if (start is null)
            {
                return null;
            }

            var left = timeout - Stopwatch.GetElapsedTime(asked, begun);
            await StartWait.WaitAsync(start, app, left > TimeSpan.Zero ? left : TimeSpan.Zero, timeout, cancellationToken).ConfigureAwait(false);
            return Stopwatch.GetElapsedTime(begun);
        }
        finally
        {
            _ = (start ?? Task.CompletedTask).ContinueWith(
                static (_, state) => ((SemaphoreSlim)state!).Release(), gate, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }
}
