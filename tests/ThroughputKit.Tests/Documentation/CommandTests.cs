using System.Text.RegularExpressions;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Documentation;

/// <summary>Every command in a block of the README or of docs is run by CI or by a test, so that every documented command works.</summary>
public partial class CommandTests
{
    private const string Ci = ".ci/run";
    private const string Consume = "eng/consume.sh";
    private const string Feed = "eng/consume/feed.sh";
    private const string FirstGate = "eng/first-gate.sh";

    private static readonly RunCommand[] _run =
    [
        Same("dotnet run -c Release --project samples/QuickStart", Ci),
        Same("dotnet test -c Release", Ci),
        Same("dotnet new xunit -o Shop.Tests", Consume),
        Same("cd Shop.Tests", Consume),
        Same("dotnet add package ThroughputKit.Xunit", Consume),
        Same("dotnet add reference ../Shop", Consume),
        Same("dotnet run summary.cs", Consume),
        new("bash compare.sh Shop /weatherforecast", Consume, "compare.sh Shop /weatherforecast"),
        new("dotnet test -c Release --filter Category=Throughput", Consume, "dotnet test -c Release --no-build --filter Category=Throughput"),
        new("dotnet test --filter Category!=Throughput", Consume, "dotnet test -c Release --no-build --filter Category!=Throughput"),
        new("dotnet test -c Release --filter Category!=Throughput", Consume, "dotnet test -c Release --no-build --filter Category!=Throughput"),
        new("dotnet test -c Release --filter Category=Throughput --logger trx --results-directory results", Consume, "--filter Category=Throughput --logger trx --results-directory results"),
        new("THROUGHPUTKIT_APPROVE=1 dotnet test -c Release --filter Placing_orders --logger \"console;verbosity=detailed\"", "tests/ThroughputKit.Xunit.Tests/BaselineTests.cs", "THROUGHPUTKIT_APPROVE"),
        Same("THROUGHPUTKIT_APPROVE=1 dotnet test -c Release tests/ThroughputKit.Packaging.Tests", "tests/ThroughputKit.Packaging.Tests/Support/Approval.cs"),
        new("dotnet run -c Release --project samples/Experiments -- all", Ci, "samples/Experiments -- allocations middleware database --quick"),
        new("benchmarks/engines.sh", Ci, "benchmarks/engines.sh --rounds 1 --seconds 1"),
        new("benchmarks/engines.sh --seconds 2 --rounds 7 --connections 64 512 --sections generators threads in-process", Ci, "--sections generators threads in-process"),
        new("benchmarks/gates.sh --times 30", Ci, "benchmarks/gates.sh --times 1"),
        new("benchmarks/hotpath.sh", Ci, "benchmarks/hotpath.sh --anyCategories PerRequest"),
        new("benchmarks/traffic.sh", Ci, "benchmarks/traffic.sh --quick"),
        new("benchmarks/verdicts.sh", Ci, "benchmarks/verdicts.sh --series \"identical, limit 5%\""),
    ];

    // Sections of the README, and the scripts that read their commands from there and run them.
    private static readonly (string Heading, string File)[] _readAndRun = [("Your first gate", FirstGate), ("Until the packages are published", Feed)];

    private static readonly Lazy<IReadOnlyList<string>> _readByScripts = new(() => [.. _readAndRun.SelectMany(s => Commands(Section(s.Heading)))]);

    private static readonly Lazy<IReadOnlyList<string>> _documented = new(() => [.. Documents().SelectMany(d => Commands(Read(d)))]);

    [Fact]
    public void Every_command_is_run_by_ci_or_a_test() =>
        Assert.Empty(_documented.Value.Except(_run.Select(r => r.Command)).Except(_readByScripts.Value));

    [Fact]
    public void Every_listed_command_is_documented() => Assert.Empty(_run.Select(r => r.Command).Except(_documented.Value));

    [Fact]
    public void Every_listed_command_is_in_the_file_that_runs_it() =>
        Assert.Empty(_run.Where(r => !Read(r.File).Contains(r.As, StringComparison.Ordinal)).Select(r => $"{r.File}: {r.As}"));

    [Fact]
    public void Readme_sections_that_scripts_run_have_commands_and_are_read_by_those_scripts() => Assert.All(_readAndRun, s =>
    {
        Assert.NotEmpty(Commands(Section(s.Heading)));
        Assert.Contains($"blocks \"{s.Heading}\"", Read(s.File), StringComparison.Ordinal);
    });

    [Fact]
    public void Ci_runs_the_scripts_that_run_the_commands()
    {
        Assert.Contains(Consume, Read(Ci), StringComparison.Ordinal);
        Assert.Contains(FirstGate, Read(Ci), StringComparison.Ordinal);
        Assert.Contains("feed.sh", Read(Consume), StringComparison.Ordinal);
        Assert.Contains("feed.sh", Read(FirstGate), StringComparison.Ordinal);
    }

    [Fact]
    public void Blocks_with_commands_are_marked_as_such()
    {
        var unmarked = Documents().SelectMany(d => Block().Matches(Read(d)))
            .Where(b => b.Groups["language"].Value != "sh" && CommandLine().IsMatch(b.Groups["text"].Value));

        Assert.Empty(unmarked.Select(b => b.Value));
    }

    [Fact]
    public void The_first_gate_takes_at_most_six_steps()
    {
        var steps = Block().Matches(Section("Your first gate"));

        Assert.InRange(steps.Count, 1, 6);
        Assert.All(steps, s => Assert.True(s.Groups["language"].Value is "sh" or "diff", s.Value));
    }

    private static RunCommand Same(string command, string file) => new(command, file, command);

    private static IEnumerable<string> Documents() =>
        ["README.md", .. Directory.GetFiles(Path.Combine(Repository.Root, "docs"), "*.md").Select(f => Path.GetRelativePath(Repository.Root, f))];

    private static IEnumerable<string> Commands(string text) => Block().Matches(text).Where(b => b.Groups["language"].Value == "sh")
        .SelectMany(b => b.Groups["text"].Value.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries));

    private static string Section(string heading) => Sections().Matches(Read("README.md")).Single(s => s.Groups["heading"].Value == heading).Value;

    private static string Read(string file) => File.ReadAllText(Path.Combine(Repository.Root, file));

    [GeneratedRegex(@"^(?<indent> *)```(?<language>\w*)\n(?<text>.*?)^\k<indent>```$", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Block();

    [GeneratedRegex(@"^## (?<heading>[^\n]*)\n.*?(?=^## |\z)", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Sections();

    [GeneratedRegex(@"\A *(?:\w+=\S* +)?(?:dotnet|cd|npm|npx|bash|sudo|git|docker|export|benchmarks/\S+|eng/\S+) ?", RegexOptions.None)]
    private static partial Regex CommandLine();
}
