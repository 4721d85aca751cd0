namespace Verdicts;

/// <summary>One trial, as it is kept.</summary>
/// <param name="Series">The series that it belongs to.</param>
/// <param name="At">When it was.</param>
/// <param name="Verdict">Passed, Failed or Inconclusive; or what it calibrated.</param>
/// <param name="Seconds">How long it took, everything included.</param>
/// <param name="Value">What was measured: a ratio of RPS, bytes per request, or p99 at a set rate in ms.</param>
/// <param name="HalfWidth">Half the width of its interval of 95%, if it has one.</param>
/// <param name="Note">The verdict's text, and the names of findings.</param>
internal sealed record Record(string Series, DateTimeOffset At, string Verdict, double Seconds, double? Value, double? HalfWidth, string? Note)
{
    /// <summary>Gets the version of the kit that was tried, with its commit.</summary>
    public string? Build { get; init; }

    /// <summary>Gets whether others took the processor meanwhile. The trial counts all the same.</summary>
    public bool WasBusy { get; init; }

    /// <summary>Gets how long the warm-up of a fresh process took.</summary>
    public double? WarmUpSeconds { get; init; }

    /// <summary>Gets the later throughput of a fresh process, as a share of that of its window.</summary>
    public double? LaterRpsRatio { get; init; }

    /// <summary>Gets its throughput later still, as a share of that: what the machine alone makes of it.</summary>
    public double? LastRpsRatio { get; init; }

    /// <summary>Gets whether the interval of the ratio of RPS holds 1, if there is one.</summary>
    public bool? HoldsOne { get; init; }

    /// <summary>Gets the ratio of median latencies, if there is one.</summary>
    public double? P50 { get; init; }

    /// <summary>Gets half the width of its interval.</summary>
    public double? P50HalfWidth { get; init; }

    /// <summary>Gets whether the interval of the ratio of median latencies holds 1, if there is one.</summary>
    public bool? HoldsOneOfP50 { get; init; }

    /// <summary>Gets how long counting took, if anything was counted.</summary>
    public double? CountingSeconds { get; init; }

    /// <summary>Gets the ratio of bytes per request in the window, with and without gates on counts.</summary>
    public double? BytesRatio { get; init; }
}
