namespace Verdicts;

/// <summary>One trial, as it is kept.</summary>
/// <param name="Series">The series that it belongs to.</param>
/// <param name="At">When it was.</param>
/// <param name="Verdict">Passed, Failed or Inconclusive; or what it calibrated.</param>
/// <param name="Seconds">How long it took, everything included.</param>
/// <param name="Value">What was measured: a ratio of RPS, bytes a request, or p99 at a set rate in ms.</param>
/// <param name="HalfWidth">Half the width of its interval of 95%, if it has one.</param>
/// <param name="Note">The verdict's text.</param>
internal sealed record Record(string Series, DateTimeOffset At, string Verdict, double Seconds, double? Value, double? HalfWidth, string? Note);
