namespace ThroughputKit.Baselines;

/// <summary>What came of reading a file: its baselines, or what is wrong with it; neither if there is no such file.</summary>
/// <param name="Document">The baselines.</param>
/// <param name="Problem">What is wrong.</param>
internal sealed record BaselineReading(BaselineDocument? Document, Problem? Problem);
