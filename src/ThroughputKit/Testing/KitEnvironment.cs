using System.Globalization;
using ThroughputKit.Baselines;
using ThroughputKit.Engines;

namespace ThroughputKit.Testing;

/// <summary>Reads the environment variables for throughput tests.</summary>
internal sealed class KitEnvironment(Func<string, string?> read)
{
    public const string SkipVariable = "THROUGHPUTKIT_SKIP";
    public const string InconclusiveVariable = "THROUGHPUTKIT_INCONCLUSIVE";
    public const string MaxWaitVariable = "THROUGHPUTKIT_MAX_WAIT_SECONDS";

    public const string DurationFactorVariable = "THROUGHPUTKIT_DURATION_FACTOR";
    public const string ReportsVariable = "THROUGHPUTKIT_REPORTS";

    public const string HistoryVariable = "THROUGHPUTKIT_HISTORY";

    private const double DefaultMaxWait = 600;
    private const string NoReports = "none";

    private static readonly string[] _ciVariables = ["CI", "TF_BUILD"];

    // Of GitHub, GitLab, Azure and Jenkins.
    private static readonly string[] _commitVariables = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT"];

    /// <summary>Gets the reason why throughput tests are skipped; <see langword="null"/> if they aren't.</summary>
    public string? SkipReason => IsTrue(read(SkipVariable)) ? $"{SkipVariable} is set." : null;

    /// <summary>Gets the policy for inconclusive tests; <see langword="null"/> if the environment doesn't set one.</summary>
    public InconclusivePolicy? OnInconclusive =>
        Enum.TryParse<InconclusivePolicy>(read(InconclusiveVariable), ignoreCase: true, out var policy) ? policy : null;

    /// <summary>Gets the maximum time that a test waits for other measurements on this machine.</summary>
    public TimeSpan MaxWait => TimeSpan.FromSeconds(TryReadMaxWait(out var seconds) ? seconds : DefaultMaxWait);

    /// <summary>Gets the factor for the durations of loads and comparisons, for example of a nightly run.</summary>
    public double DurationFactor => TryReadDurationFactor(out var factor) ? factor : 1;

    /// <summary>Gets the environment variable that identifies a build server; <see langword="null"/> if this isn't one.</summary>
    public string? CiVariable => Array.Find(_ciVariables, name => IsTrue(read(name)));

    /// <summary>
    /// Gets the formats of the reports of every test, none if there are to be no reports; <see langword="null"/> if the environment doesn't say.
    /// </summary>
    public IReadOnlyList<ReportFormat>? Reports => read(ReportsVariable) is { Length: > 0 } value && TryReadReports(value, out var formats) ? formats : null;

    /// <summary>Gets the path of the file that a build server shows as the page of its run; <see langword="null"/> if there is none.</summary>
    public string? StepSummary => read(Testing.StepSummary.Variable) is { Length: > 0 } path ? path : null;

    /// <summary>Gets the folder to which each test adds its results; <see langword="null"/> for none.</summary>
    public string? History => read(HistoryVariable) is { Length: > 0 } folder && Path.IsPathFullyQualified(folder) ? folder : null;

    /// <summary>Gets the commit that a build server tests; <see langword="null"/> if none says.</summary>
    public string? Commit => _commitVariables.Select(read).FirstOrDefault(c => c is { Length: > 0 });

    /// <summary>Gets whether tests write their baselines instead of being judged by them.</summary>
    public bool IsApproving => IsTrue(read(Approval.Variable));

    public IEnumerable<Problem> Check() =>
    [
        .. CheckSwitch(SkipVariable, "1 to skip throughput tests, 0 or nothing to run them"),
        .. CheckSwitch(EngineFactory.NoUring, "1 to leave out the engine on io_uring, 0 or nothing to use it where it is the fastest"),
        .. Check(
            InconclusiveVariable, v => Enum.GetNames<InconclusivePolicy>().Contains(v, StringComparer.OrdinalIgnoreCase),
            "Warn, Skip or Fail", "Unset it to use the setting of each test."),
        .. Check(MaxWaitVariable, _ => TryReadMaxWait(out var _), "0 to 86400", "Unset it for the default of 10 minutes."),
        .. Check(
            DurationFactorVariable, _ => TryReadDurationFactor(out var _),
            "0.1 to 100", "10 makes every load ten times as long. Unset it to keep the durations unchanged."),
        .. Check(
            ReportsVariable, v => TryReadReports(v, out var _),
            "html, json, md, junit or csv, or several of them with commas between, or none",
            "Unset it for the page and the JSON of each test that fails or is inconclusive."),
        .. Check(HistoryVariable, Path.IsPathFullyQualified, "a full path, because tests run in a folder of their own", "Unset it to keep no history."),
        .. CheckApproving(),
    ];

    /// <summary>Returns the problems with the settings for approving baselines.</summary>
    public IEnumerable<Problem> CheckApproving() =>
    [
        .. CheckSwitch(Approval.Variable, "1 to write baselines, 0 or nothing to judge by them"),
        .. Problem.If(
            IsApproving && CiVariable is not null,
            $"{Approval.Variable} is set on a build server ({CiVariable} is set)",
            "approval on a machine where someone reviews and commits the changes",
            "Unset it for this job. With it, every test would pass."),
    ];

    private IEnumerable<Problem> CheckSwitch(string variable, string expected) => Check(variable, v => IsTrue(v) || IsFalse(v), expected, "");

    private IEnumerable<Problem> Check(string variable, Func<string, bool> isValid, string expected, string remedy) =>
        read(variable) is { Length: > 0 } value ? Problem.If(!isValid(value), $"{variable} is '{value}'", expected, remedy) : [];

    private bool TryReadMaxWait(out double seconds) =>
        double.TryParse(read(MaxWaitVariable), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out seconds) && seconds is >= 0 and <= 86_400;

    private bool TryReadDurationFactor(out double factor) =>
        double.TryParse(read(DurationFactorVariable), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out factor) && factor is >= 0.1 and <= 100;

    private static bool TryReadReports(string value, out IReadOnlyList<ReportFormat> formats)
    {
        var words = value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        formats = [.. Enum.GetValues<ReportFormat>().Where(f => words.Contains(f.ToString(), StringComparer.OrdinalIgnoreCase))];
        return words.Length > 0 && ((words is [var word] && string.Equals(word, NoReports, StringComparison.OrdinalIgnoreCase))
            || words.All(w => Enum.GetNames<ReportFormat>().Contains(w, StringComparer.OrdinalIgnoreCase)));
    }

    private static bool IsFalse(string value) => value == "0" || string.Equals(value, "false", StringComparison.OrdinalIgnoreCase);

    private static bool IsTrue(string? value) => value is "1" || string.Equals(value, "true", StringComparison.OrdinalIgnoreCase);
}
