namespace ThroughputKit.Engines.Client;

/// <summary>What a step must do to succeed, besides throwing nothing.</summary>
/// <param name="Timeout">The time in which it must end.</param>
/// <param name="Successes">Whether its responses may have a status, by status.</param>
internal sealed record ExpectedStep(TimeSpan Timeout, bool[] Successes)
{
    private const int SwitchingProtocols = 101;

    /// <summary>Returns whether a step may have a status: that of a success, or none because it had no response.</summary>
    public bool Accepts(int status) => status is 0 or SwitchingProtocols || Successes[status];
}
