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
    public static Task<PlatformRun> RunAsync(IEnumerable<(string Name, string Value)> environment, params string[] arguments) =>
        ReportAsync(SpecimenRun.Assembly(), "--report-xunit", environment, arguments);

    /// <summary>The same of a copy of the specimens.</summary>
    /// <param name="copy">The copy.</param>
    /// <param name="environment">Variables, in place of those that could change what throughput tests do.</param>
    /// <param name="arguments">Which tests, and how.</param>
    public static Task<PlatformRun> RunAsync(ReportedCopy copy, IEnumerable<(string Name, string Value)> environment, params string[] arguments) =>
        ReportAsync(copy.Assembly, "--report-xunit", environment, arguments);

    /// <summary>The same with xunit 4.</summary>
    /// <param name="environment">Variables, in place of those that could change what throughput tests do.</param>
    /// <param name="arguments">Which tests, and how.</param>
    public static Task<PlatformRun> RunWithXunit4Async(IEnumerable<(string Name, string Value)> environment, params string[] arguments) =>
        ReportAsync(SpecimenRun.Assembly("XunitV4Specimens"), "--report-xunit-xml", environment, arguments);

    private static async Task<PlatformRun> ReportAsync(string assembly, string report, IEnumerable<(string Name, string Value)> environment, string[] arguments)
    {
        using var folder = new TemporaryFolder();
        (string, string)[] alone = [("THROUGHPUTKIT_LOCK_FILE", folder.File("measuring.lock")), .. environment];
        using var process = SpecimenRun.Start(alone, [assembly, report, $"{report}-filename", "results.xml", "--results-directory", folder.Path, .. arguments]);
        var error = process.StandardError.ReadToEndAsync();
        var console = await process.StandardOutput.ReadToEndAsync() + await error;
        await process.WaitForExitAsync();
        return new PlatformRun(process.ExitCode, console, Read(folder.File("results.xml")));
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
