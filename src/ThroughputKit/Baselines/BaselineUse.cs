namespace ThroughputKit.Baselines;

/// <summary>A test's use of a baseline.</summary>
/// <param name="File">The file, as named by the test: a path relative to its source file, or a full path.</param>
/// <param name="SourceFile">The path of the test's source file, as recorded by the compiler.</param>
/// <param name="Name">The name of the test in the file.</param>
/// <param name="Tolerance">The allowed difference.</param>
internal sealed record BaselineUse(string File, string SourceFile, string Name, BaselineTolerance Tolerance);
