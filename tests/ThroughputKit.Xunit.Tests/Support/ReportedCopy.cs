using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>A copy of the specimens below a project of its own, beside which their reports are.</summary>
internal sealed class ReportedCopy : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public ReportedCopy()
    {
        var built = SpecimenRun.Assembly();
        var tests = Directory.CreateDirectory(_folder.File("bin")).FullName;
        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(built)!))
        {
            File.Copy(file, Path.Combine(tests, Path.GetFileName(file)));
        }

        File.WriteAllText(_folder.File($"{Path.GetFileNameWithoutExtension(built)}.csproj"), "");
        Assembly = Path.Combine(tests, Path.GetFileName(built));
    }

    public string Assembly { get; }

    /// <summary>Gets all files that the tests have left, by their paths in the folder of the reports.</summary>
    public IEnumerable<string> Reports => !Directory.Exists(Report(".")) ? []
        : Directory.GetFiles(Report("."), "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(Report("."), f)).Order(StringComparer.Ordinal);

    public void Dispose() => _folder.Dispose();

    /// <summary>Returns the whole path of a report.</summary>
    public string Report(string path) => Path.Combine(_folder.Path, "artifacts", "throughput", path);

    /// <summary>Returns the path of a file beside the project.</summary>
    public string Beside(string name) => _folder.File(name);

    /// <param name="filter">Which tests.</param>
    /// <param name="reports">The formats; the default ones if left out.</param>
    public Task<SpecimenRun> RunAsync(string filter, string reports = "") =>
        SpecimenRun.RunAsync(filter, [("THROUGHPUTKIT_REPORTS", reports), ("GITHUB_STEP_SUMMARY", Beside("summary.md"))], Assembly);
}
