namespace ThroughputKit.Engines.Client;

/// <summary>What a step must do to succeed, besides throwing nothing.</summary>
/// <param name="Timeout">The time in which it must end.</param>
/// <param name="Successes">Whether its last response may have a status, by status.</param>
internal sealed record ExpectedStep(TimeSpan Timeout, bool[] Successes)
{
    /// <summary>Returns whether the last response of a step is a success, or there was none.</summary>
    public bool Accepts(Step step) => step.Status == 0 || Successes[step.Status];
}
