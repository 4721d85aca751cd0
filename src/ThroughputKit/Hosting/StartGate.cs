using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Hosting;

/// <summary>
/// Lets one start at a time happen to a host or factory of the caller's, which can't be started twice. A start that was
/// given up keeps the gate until it has ended.
/// </summary>
internal static class StartGate
{
    private static readonly ConditionalWeakTable<object, SemaphoreSlim> _gates = [];

    /// <param name="subject">What is started.</param>
    /// <param name="app">Its name, for messages.</param>
    /// <param name="begin">Begins the start if there is need for one; <see langword="null"/> if there is none.</param>
    /// <param name="timeout">The time for the wait and the start together.</param>
    /// <param name="cancellationToken">Gives up waiting.</param>
    /// <returns>How long the start took; <see langword="null"/> if there was no need for one.</returns>
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
            await Patience.WaitAsync(start, app, left > TimeSpan.Zero ? left : TimeSpan.Zero, timeout, cancellationToken).ConfigureAwait(false);
            return Stopwatch.GetElapsedTime(begun);
        }
        finally
        {
            _ = (start ?? Task.CompletedTask).ContinueWith(
                static (_, state) => ((SemaphoreSlim)state!).Release(), gate, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }
    }
}
