using ThroughputKit.Pacing;
using ThroughputKit.Responses;

namespace ThroughputKit.Engines.Client;

/// <summary>Records steps as requests.</summary>
/// <param name="phase">The phase that they are part of.</param>
/// <param name="scenario">The number of the scenario whose iteration they are part of.</param>
internal sealed class StepAccount(LoadPhase phase, int scenario)
{
    /// <summary>Gets or sets the request that was answered last. A failure may quote the values of its headers.</summary>
    public HttpRequestMessage? LastAnswered { get; set; }

    public void Begin(Step step, bool isFirst)
    {
        phase.Recorders.Current.Begin(step.Index);
        if (isFirst)
        {
            phase.Steps!.Begin(scenario, step.Index);
        }
    }

    public void Abandon(Step step)
    {
        if (step.IsUnasked)
        {
            Withdraw(step);
        }
        else
        {
            phase.Recorders.Current.Abandon(step.Index);
        }
    }

    /// <summary>Takes back a step that has turned out to be no request.</summary>
    public void Withdraw(Step step) => phase.Recorders.Current.Withdraw(step.Index);

    /// <summary>Abandons a step that would have gone on. Its latency is at least its wait.</summary>
    public void GiveUp(Step step, long now)
    {
        Abandon(step);
        phase.Recorders.Censored.TimedOut(step.Index, Clock.ToNanoseconds(now - step.SentAt));
    }

    /// <summary>Records a step that threw nothing. Returns whether it succeeded.</summary>
    public bool Complete(Step step, long now)
    {
        if (!step.IsSuccess)
        {
            if (step.Answer is { } answer)
            {
                var kind = answer.Fault is null ? FailureKind.UnexpectedStatus : FailureKind.FailedCheck;
                phase.RecordFailedStep(phase.Recorders.Current, step.Index, answer.Status, kind, now, step.Fault, HeadOf, answer.Response);
            }
            else
            {
                phase.RecordFailure(phase.Recorders.Current, step.Index, FailureKind.FailedCheck, step.SentAt, step.Fault, response: null, head: Head);
            }

            return false;

            string HeadOf() => string.Join('\n', step.ExpectedHeaders.Select(h => $"{h.Key}: {h.Value}").Append(Head()));
        }

        var at = Clock.ToNanoseconds(now - phase.Window.Start);
        phase.Recorders.Current.Complete(
            step.Index, step.Status, success: true, phase.Window.Includes(now), at, Clock.ToNanoseconds(now - step.SentAt));
        return true;
    }

    /// <param name="step">The step.</param>
    /// <param name="error">What it threw.</param>
    /// <param name="now">The time.</param>
    /// <param name="detail">A description; <see langword="null"/> for the error's own.</param>
    public void Fail(Step step, Exception error, long now, string? detail = null)
    {
        var kind = StepFailure.KindOf(error);
        detail ??= StepFailure.Describe(error);
        var status = error is HttpRequestException { StatusCode: { } own } ? (int)own : step.Status;
        if (kind is FailureKind.UnexpectedStatus or FailureKind.FailedCheck && status is > 0 and < StatusTable.Size)
        {
            phase.RecordFailedStep(phase.Recorders.Current, step.Index, status, kind, now, detail, Head, response: null);
        }
        else
        {
            phase.RecordFailure(phase.Recorders.Current, step.Index, kind, step.SentAt, detail, response: null, head: Head);
        }
    }

    public void TimeOut(Step step, long now) => Fail(
        step, new TimeoutException(), now, FormattableString.Invariant($"the step did not end within {step.Expected.Timeout.TotalSeconds:0.###} s"));

    private string? Head() => LastAnswered is not { } request ? null
        : string.Join('\n', from header in request.Headers.NonValidated from value in header.Value select $"{header.Key}: {value}");
}
