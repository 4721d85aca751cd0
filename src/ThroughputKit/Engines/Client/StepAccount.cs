using ThroughputKit.Pacing;

namespace ThroughputKit.Engines.Client;

/// <summary>Records steps as requests.</summary>
/// <param name="phase">The phase that they are part of.</param>
/// <param name="timeout">The timeout of a step.</param>
internal sealed class StepAccount(LoadPhase phase, TimeSpan timeout)
{
    public void Begin(Step step, bool isFirst)
    {
        phase.Recorders.Current.Begin(step.Index);
        if (isFirst)
        {
            phase.Steps!.IndexOfFirst = step.Index;
        }
    }

    public void Abandon(Step step) => phase.Recorders.Current.Abandon(step.Index);

    /// <summary>Abandons a step that would have gone on. Its latency is at least its wait.</summary>
    public void GiveUp(Step step, long now)
    {
        Abandon(step);
        phase.Recorders.Censored.TimedOut(step.Index, Clock.ToNanoseconds(now - step.SentAt));
    }

    /// <param name="step">The step.</param>
    /// <param name="status">The status of its last response; zero if it had none.</param>
    /// <param name="now">The time.</param>
    public void Succeed(Step step, int status, long now)
    {
        var at = Clock.ToNanoseconds(now - phase.Window.Start);
        phase.Recorders.Current.Complete(
            step.Index, status, success: true, phase.Window.Includes(now), at, Clock.ToNanoseconds(now - step.SentAt));
    }

    /// <param name="step">The step.</param>
    /// <param name="status">The status of its last response; zero if it had none, or if the error has it.</param>
    /// <param name="error">What it threw.</param>
    /// <param name="now">The time.</param>
    /// <param name="detail">A description; <see langword="null"/> for the error's own.</param>
    public void Fail(Step step, int status, Exception error, long now, string? detail = null)
    {
        var kind = StepFailure.KindOf(error);
        detail ??= StepFailure.Describe(error);
        status = error is HttpRequestException { StatusCode: { } own } ? (int)own : status;
        if (kind is FailureKind.UnexpectedStatus or FailureKind.FailedCheck && status > 0)
        {
            phase.RecordFailedStep(phase.Recorders.Current, step.Index, status, kind, now, detail);
        }
        else
        {
            phase.RecordFailure(phase.Recorders.Current, step.Index, kind, step.SentAt, detail, response: null);
        }
    }

    public void TimeOut(Step step, long now) => Fail(
        step, status: 0, new TimeoutException(), now, FormattableString.Invariant($"the step did not end within {timeout.TotalSeconds:0.###} s"));
}
