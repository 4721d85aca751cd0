using System.Diagnostics;

namespace ThroughputKit.Running;

/// <summary>Reports progress to the user, if the user wants it.</summary>
/// <param name="receiver">What receives the reports; <see langword="null"/> for nothing.</param>
/// <param name="begun">The timestamp at which the run began.</param>
/// <param name="suffix">The end of each step's text.</param>
internal sealed class ProgressReport(IProgress<LoadProgress>? receiver, long begun, string suffix = "")
{
    /// <summary>The time between two reports of the same step.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private string? _step;
    private TimeSpan _next;

    public static ProgressReport None { get; } = new(receiver: null, begun: 0);

    /// <summary>Gets whether someone wants it.</summary>
    public bool IsWatched => receiver is not null;

    private TimeSpan Elapsed => Stopwatch.GetElapsedTime(begun);

    /// <summary>Returns the report of one of several runs.</summary>
    /// <param name="which">Which it is, as the end of each step's text.</param>
    public ProgressReport Of(string which) => new(receiver, begun, suffix + which);

    /// <summary>Reports what is being done, unless the same was reported within the last second.</summary>
    /// <param name="step">What is being done.</param>
    /// <param name="with">Adds what else is known; <see langword="null"/> for nothing.</param>
    public void Report(string step, Func<LoadProgress, LoadProgress>? with = null)
    {
        if (receiver is not null && (step != _step || Elapsed >= _next))
        {
            Send(receiver, step, with);
        }
    }

    /// <summary>Reports a step that goes on by itself about once a second, until it ends.</summary>
    /// <param name="step">What is being done, which has been reported already.</param>
    /// <param name="work">The step.</param>
    /// <param name="with">Adds what else is known.</param>
    public async Task<T> UntilAsync<T>(string step, Task<T> work, Func<LoadProgress, LoadProgress> with)
    {
        while (receiver is not null && await Task.WhenAny(work, Task.Delay(Pause, CancellationToken.None)).ConfigureAwait(false) != work)
        {
            try
            {
                Send(receiver, step, with);
            }
            catch
            {
                await ((Task)work).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // nothing is left running
                throw;
            }
        }

        return await work.ConfigureAwait(false);
    }

    private void Send(IProgress<LoadProgress> to, string step, Func<LoadProgress, LoadProgress>? with)
    {
        (_step, _next) = (step, Elapsed + Pause);
        var progress = new LoadProgress(step + suffix, Elapsed);
        to.Report(with is null ? progress : with(progress));
    }
}
