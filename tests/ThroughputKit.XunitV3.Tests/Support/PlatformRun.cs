using System.Diagnostics;
using System.Text;
using System.Xml.Linq;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>A run of specimens by Microsoft.Testing.Platform: the test project's own program, without any other runner.</summary>
internal sealed class PlatformRun
{
    private PlatformRun(int exitCode, string console, IReadOnlyList<PlatformOutcome> tests) => (ExitCode, Console, Tests) = (exitCode, console, tests);

    public int ExitCode { get; }

    public string Console { get; }

    public IReadOnlyList<PlatformOutcome> Tests { get; }

    /// <summary>Gets a test by its name within the namespace.</summary>
    public PlatformOutcome this[string name] => Assert.Single(Tests, t => t.Name == $"XunitSpecimens.{name}");

    /// <param name="environment">Variables, in place of those that could change what throughput tests do.</param>
    /// <param name="arguments">Which tests, and how.</param>
    public static async Task<PlatformRun> RunAsync(IEnumerable<(string Name, string Value)> environment, params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        (string, string)[] alone = [("THROUGHPUTKIT_LOCK_FILE", folder.File("measuring.lock")), .. environment];
        using var process = Start(alone, ["--report-xunit", "--report-xunit-filename", "results.xml", "--results-directory", folder.Path, .. arguments]);
        var error = process.StandardError.ReadToEndAsync();
        var console = await process.StandardOutput.ReadToEndAsync() + await error;
        await process.WaitForExitAsync();
        return new PlatformRun(process.ExitCode, console, Read(folder.File("results.xml")));
    }

    /// <summary>Begins a run, to be ended by the caller.</summary>
    public static Process Start(IEnumerable<(string Name, string Value)> environment, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [SpecimenRun.Assembly(), .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
        foreach (var (name, value) in environment.Prepend(("TF_BUILD", "")).Prepend(("CI", "")))
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    private static PlatformOutcome[] Read(string path) => File.Exists(path)
        ? [.. XDocument.Load(path).Descendants("test").Select(t => new PlatformOutcome(
            (string)t.Attribute("name")!,
            (string)t.Attribute("result")!,
            (string?)t.Descendants("message").FirstOrDefault() ?? (string?)t.Element("reason") ?? "",
            (string?)t.Element("output") ?? "",
            [.. t.Descendants("warning").Select(w => w.Value)],
            t.Descendants("attachment").ToDictionary(a => (string)a.Attribute("name")!, a => a.Attribute("media-type") is null ? a.Value : Encoding.UTF8.GetString(Convert.FromBase64String(a.Value)), StringComparer.Ordinal)))]
        : [];
}
