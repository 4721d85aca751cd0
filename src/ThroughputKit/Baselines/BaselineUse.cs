namespace ThroughputKit.Baselines;

/// <summary>How a test uses a baseline.</summary>
/// <param name="File">The file as the test names it: relative to its source file, or a whole path.</param>
/// <param name="SourceFile">The test's source file, as its compiler wrote it.</param>
/// <param name="Name">What the file calls the test.</param>
/// <param name="Tolerance">By how much figures may differ.</param>
internal sealed record BaselineUse(string File, string SourceFile, string Name, BaselineTolerance Tolerance);
