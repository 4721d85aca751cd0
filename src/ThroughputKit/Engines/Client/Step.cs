using ThroughputKit.Responses;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>A step in flight. Times are Stopwatch ticks.</summary>
/// <param name="index">The index of its name.</param>
/// <param name="sentAt">When its latency begins to count.</param>
/// <param name="deadline">When its time is up.</param>
/// <param name="expected">What it must do to succeed.</param>
/// <param name="retries">Whether only its last response counts.</param>
/// <param name="own">What it expects itself of its responses; <see langword="null"/> if the options decide.</param>
/// <param name="wait">What it waits for, if that is a message.</param>
internal sealed class Step(
    int index, long sentAt, long deadline, ExpectedStep expected, bool retries = false, LoadStep? own = null, MessageWait? wait = null)
{
    private volatile StepAnswer? _answer;

    public int Index => index;

    /// <summary>Gets its first response that is not as expected, or else the last; <see langword="null"/> if it had none.</summary>
    public StepAnswer? Answer => _answer;

    /// <summary>Gets the status of that response; zero if there is none.</summary>
    public int Status => _answer?.Status ?? 0;

    public ExpectedStep Expected => expected;

    /// <summary>Gets what it expects itself; <see langword="null"/> if the options decide.</summary>
    public ExpectedAnswer? Own => own?.Expected;

    /// <summary>Gets the headers that it expects itself.</summary>
    public IEnumerable<KeyValuePair<string, string>> ExpectedHeaders => own?.Headers ?? [];

    public bool IsSuccess => _answer is { } answer ? IsExpected(answer) : own is null;

    /// <summary>Gets whether a response was not as it expects itself: the cause of what its code may throw then.</summary>
    public bool HasOwnFault => own is not null && _answer is { } answer && !IsExpected(answer);

    /// <summary>Gets why it is no success.</summary>
    public string Fault => _answer is not { } answer ? "no response came through user.Client"
        : answer.Fault ?? Own?.Instead(answer.Status) ?? FormattableString.Invariant($"status {answer.Status}");

    /// <summary>Gets whether it waits for a message that nothing asked for, and so is a request only once that has come.</summary>
    public bool IsUnasked => wait is { SentAt: null };

    public long SentAt => sentAt;

    public long Deadline => deadline;

    public bool Accepts(int status) => own is { Expected: { HasOwnStatuses: true } answer } ? answer.Has(status) : expected.Accepts(status);

    /// <summary>Notes a response. Several may come at a time.</summary>
    public void Received(StepAnswer answer)
    {
        while (_answer is var before && (retries || before is null || IsExpected(before)))
        {
            if (Interlocked.CompareExchange(ref _answer, answer, before) == before)
            {
                return;
            }
        }
    }

    public void Received(int status) => Received(new StepAnswer(status));

    private bool IsExpected(StepAnswer answer) => answer.Fault is null && Accepts(answer.Status);
}
