using System.Diagnostics;
using System.Xml.Linq;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>A run of specimens by <c>dotnet test</c>, in its own process, as a user would see it.</summary>
internal sealed class SpecimenRun
{
#if XUNIT_V3
    private const string Specimens = "XunitV3Specimens";
#else
    private const string Specimens = "XunitSpecimens";
#endif

    private static readonly XNamespace _trx = "http://microsoft.com/schemas/VisualStudio/TeamTest/2010";

    private SpecimenRun(int exitCode, string console, IReadOnlyList<TestOutcome> tests) =>
        (ExitCode, Console, Tests) = (exitCode, console, tests);

    public int ExitCode { get; }

    public string Console { get; }

    public IReadOnlyList<TestOutcome> Tests { get; }

    /// <summary>Gets a test by its name within the namespace.</summary>
    public TestOutcome this[string name] => Assert.Single(Tests, t => t.Name == name || t.Name == $"XunitSpecimens.{name}");

    /// <summary>The specimens as they were built.</summary>
    public static string Assembly(string project = Specimens) => Built.Assembly(project);

    /// <param name="filter">Which tests, as <c>dotnet test</c> takes it.</param>
    /// <param name="environment">Variables, in place of those that could change what throughput tests do.</param>
    /// <param name="assembly">The specimens; the first project's if left out.</param>
    /// <param name="arguments">More arguments.</param>
    public static async Task<SpecimenRun> RunAsync(
        string filter, IEnumerable<(string Name, string Value)>? environment = null, string? assembly = null, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        string[] results = ["--logger", "trx;LogFileName=results.trx", "--results-directory", folder.Path, .. arguments];
        (string, string)[] alone = [("THROUGHPUTKIT_LOCK_FILE", folder.File("measuring.lock")), .. environment ?? []];
        using var process = Start(filter, alone, assembly, results);
        var error = process.StandardError.ReadToEndAsync();
        var console = await process.StandardOutput.ReadToEndAsync() + await error;
        await process.WaitForExitAsync();
        return new SpecimenRun(process.ExitCode, console, Read(folder.File("results.trx")));
    }

    /// <summary>Begins a run, to be ended by the caller.</summary>
    public static Process Start(
        string filter, IEnumerable<(string Name, string Value)> environment, string? assembly = null, params string[] arguments) =>
        Start(environment, ["test", assembly ?? Assembly(), "--filter", filter, "--logger", "console;verbosity=normal", .. arguments]);

    /// <summary>Begins a <c>dotnet</c> command, to be ended by the caller.</summary>
    public static Process Start(IEnumerable<(string Name, string Value)> environment, string[] command)
    {
        var start = new ProcessStartInfo("dotnet", command) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        (string, string)[] usual = [("CI", ""), ("TF_BUILD", ""), ("GITHUB_STEP_SUMMARY", ""), ("THROUGHPUTKIT_REPORTS", "none")];
        foreach (var (name, value) in usual.Concat(environment))
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    private static TestOutcome[] Read(string path) => File.Exists(path)
        ? [.. XDocument.Load(path).Descendants(_trx + "UnitTestResult").Select(r => new TestOutcome(
            (string)r.Attribute("testName")!,
            (string)r.Attribute("outcome")!,
            (string?)r.Descendants(_trx + "Message").FirstOrDefault() ?? "",
            (string?)r.Descendants(_trx + "StdOut").FirstOrDefault() ?? ""))]
        : [];
}
