namespace ThroughputKit.Baselines;

/// <summary>The outcome of reading a file: its baselines or a problem; neither if the file doesn't exist.</summary>
/// <param name="Document">The baselines.</param>
/// <param name="Problem">The problem with the file.</param>
internal sealed record BaselineReading(BaselineDocument? Document, Problem? Problem);
