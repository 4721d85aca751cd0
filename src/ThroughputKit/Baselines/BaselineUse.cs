using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Baselines;

/// <summary>A test's use of a baseline.</summary>
/// <param name="File">The file, as named by the test: a path relative to its source file, or a full path.</param>
/// <param name="SourceFile">The path of the test's source file, as recorded by the compiler.</param>
/// <param name="Name">The name of the test in the file.</param>
/// <param name="Tolerance">The allowed difference.</param>
internal sealed record BaselineUse(string File, string SourceFile, string Name, BaselineTolerance Tolerance)
{
    public IEnumerable<Problem> Check() =>
    [
        .. Problem.If(
            string.IsNullOrWhiteSpace(File) || Path.EndsInDirectorySeparator(File),
            $"Baseline is '{File}'", "the name of a file, such as hello.baseline.json", "It is relative to the folder of the test's source."),
        .. Problem.If(
            !BaselineDocument.IsAllowed(Tolerance.Bytes),
            $"The baseline's tolerance is {BaselineDocument.Show(Tolerance.Bytes)} B", BaselineDocument.AllowedNumbers, "Leave it out for 8 B."),
        .. Problem.If(
            !BaselineDocument.IsAllowed(Tolerance.Percent) || Tolerance.Percent > 100,
            $"The baseline's tolerance is {BaselineDocument.Show(Tolerance.Percent)}%", "0 to 100", "Leave it out for 1%."),
    ];
}
