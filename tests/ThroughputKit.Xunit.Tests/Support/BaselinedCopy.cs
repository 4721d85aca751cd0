using System.Text.Json.Nodes;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>A copy of the specimens with its own baseline file.</summary>
internal sealed class BaselinedCopy : IDisposable
{
    public const string Fact = "FullyQualifiedName~Baselined.Fact";
    public const string Rows = "FullyQualifiedName~Baselined.Rows";

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
        File.WriteAllText(Path.Combine(_folder.File("Specimens"), "Baselined.cs"), "");
    }

    public string Baseline => Path.Combine(_folder.File("Specimens"), "baselined.json");

    public void Dispose() => _folder.Dispose();

    /// <summary>Uses a baseline file that was approved elsewhere.</summary>
    public void Take(string baseline) => File.WriteAllText(Baseline, baseline);

    /// <summary>Changes the baseline of one test.</summary>
    public void Edit(string test, string part, string name, int value)
    {
        var file = JsonNode.Parse(File.ReadAllText(Baseline))!;
        file["tests"]![$"XunitSpecimens.Baselined.{test}"]![part]![name] = value;
        File.WriteAllText(Baseline, file.ToJsonString());
    }

    public Task<SpecimenRun> RunAsync(string filter, params (string, string)[] environment) => SpecimenRun.RunAsync(
        filter,
        environment,
        Path.Combine(_tests, Path.GetFileName(SpecimenRun.Assembly())));
}
