using System.Text.RegularExpressions;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>A copy of the specimens with a baseline file of its own.</summary>
internal sealed class BaselinedCopy : IDisposable
{
    public const string Fact = "FullyQualifiedName~Baselined.Fact";

    private readonly TemporaryFolder _folder = new();
    private readonly string _tests;

    public BaselinedCopy()
    {
        _tests = Directory.CreateDirectory(_folder.File("tests")).FullName;
        foreach (var file in Directory.GetFiles(Path.GetDirectoryName(SpecimenRun.Assembly())!))
        {
            File.Copy(file, Path.Combine(_tests, Path.GetFileName(file)));
        }

        Directory.CreateDirectory(_folder.File("Specimens"));
    }

    public string Baseline => Path.Combine(_folder.File("Specimens"), "baselined.json");

    public void Dispose() => _folder.Dispose();

    public void Edit(string pattern, string replacement) => File.WriteAllText(Baseline, Regex.Replace(File.ReadAllText(Baseline), pattern, replacement));

    public Task<SpecimenRun> RunAsync(string filter, params (string, string)[] environment) => SpecimenRun.RunAsync(
        filter,
        environment,
        Path.Combine(_tests, Path.GetFileName(SpecimenRun.Assembly())));
}
