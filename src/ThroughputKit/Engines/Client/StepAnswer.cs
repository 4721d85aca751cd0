namespace ThroughputKit.Engines.Client;

/// <summary>A response to a step, as far as it decides how the step ends.</summary>
/// <param name="Status">The status.</param>
/// <param name="Fault">The check that it fails, in words, or nothing if nobody wants them; <see langword="null"/> if it fails none.</param>
/// <param name="Response">The response as evidence; <see langword="null"/> if there is none.</param>
internal sealed record StepAnswer(int Status, string? Fault = null, string? Response = null);
