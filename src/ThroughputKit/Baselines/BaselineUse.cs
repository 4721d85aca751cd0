using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Baselines;

/// <summary>A test's use of a baseline.</summary>
/// <param name="File">The file, as named by the test: a path relative to its source file, or a full path.</param>
/// <param name="SourceFile">The path of the test's source file, as recorded by the compiler.</param>
/// <param name="Name">The name of the test in the file.</param>
/// <param name="Tolerance">The allowed difference.</param>
internal sealed record BaselineUse(string File, string SourceFile, string Name, BaselineTolerance Tolerance)
{
    private const string BeforeNumber = " #";

    /// <summary>Returns the name of one of the test's results. A method that runs several loads has one baseline for each.</summary>
    public string NameOf(int index) => index == 0 ? Name : FormattableString.Invariant($"{Name}{BeforeNumber}{index + 1}");

    public IEnumerable<Problem> Check()
    {
        if (string.IsNullOrWhiteSpace(File) || Path.EndsInDirectorySeparator(File))
        {
            yield return new Problem($"Baseline is '{File}'", "the name of a file, such as hello.baseline.json", "It is relative to the folder of the test's source.");
        }

        if (IsOfLaterResult(Name))
        {
            yield return new Problem($"The test is called '{Name}'", "a name that doesn't end with # and a number", "Such names denote the second and later results of a test in the file.");
        }

        if (!BaselineDocument.IsAllowed(Tolerance.Bytes))
        {
            yield return new Problem($"The baseline's tolerance is {BaselineDocument.Show(Tolerance.Bytes)} B", BaselineDocument.AllowedNumbers, "Leave it out for 8 B.");
        }

        if (!BaselineDocument.IsAllowed(Tolerance.Percent) || Tolerance.Percent > 100)
        {
            yield return new Problem($"The baseline's tolerance is {BaselineDocument.Show(Tolerance.Percent)}%", "0 to 100", "Leave it out for 1%.");
        }
    }

    private static bool IsOfLaterResult(string name) =>
        name.LastIndexOf(BeforeNumber, StringComparison.Ordinal) is var at and >= 0
        && name.AsSpan(at + BeforeNumber.Length) is { IsEmpty: false } number
        && number.IndexOfAnyExceptInRange('0', '9') < 0;
}
