namespace ThroughputKit.Findings;

/// <summary>An antivirus looks at files while they are used.</summary>
internal sealed class AntivirusDoubt(Func<bool> isOn) : IDoubt
{
    public const string Name = "Antivirus";

    public IReadOnlyList<string> Names => [Name];

    public Finding? Examine(RunFacts run) => !isOn() ? null : new Finding(
        Name,
        FindingSeverity.Hint,
        "The real-time protection of Windows Defender is on: it looks at every file that is opened, which makes the app's start, and handlers that use files, slower.",
        "Exclude the folders of the build and the processes of the tests from it, or compare only with runs under the same protection.");
}
