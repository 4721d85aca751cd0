using ThroughputKit.Baselines.Files;
using ThroughputKit.Gates;

namespace ThroughputKit.Baselines;

/// <summary>The open baseline of one test. The test's result is compared with it, or written to it.</summary>
internal sealed class TestBaseline
{
    private readonly string _path;
    private readonly BaselineUse _use;
    private readonly IReadOnlyDictionary<string, BaselineEntry> _tests;

    private TestBaseline(string path, BaselineUse use, IReadOnlyDictionary<string, BaselineEntry> tests) => (_path, _use, _tests) = (path, use, tests);

    /// <summary>Gets the maximum number of allocated bytes per request; <c>double.MaxValue</c> if the baseline has no such figure.</summary>
    public double MaxAllocatedBytes => _tests.GetValueOrDefault(_use.Name)?.Exact.AllocatedBytesPerRequest is { } approved
        ? approved + new ResolvedTolerance(_use.Tolerance, Edge: 0).OfAllocatedBytes(approved)
        : double.MaxValue;

    /// <summary>Gets whether the baseline has counts of what the app does for a request.</summary>
    public bool HasCounts => _tests.GetValueOrDefault(_use.Name)?.Exact is { } exact && JudgedFigure.All.Any(f => f.IsOptional && f.Value(exact) is not null);

    /// <summary>Finds and reads the file, so that its problems are known before anything runs.</summary>
    /// <param name="use">The test's use of the baseline.</param>
    /// <param name="isApproving">Whether the file is to be written. It may then be missing, but must not be any other kind of file.</param>
    /// <param name="problems">The problems, if the result is <see langword="null"/>.</param>
    public static TestBaseline? Open(BaselineUse use, bool isApproving, out IReadOnlyList<Problem> problems)
    {
        problems = [.. use.Check()];
        if (problems.Count > 0)
        {
            return null;
        }

        if (BaselinePlace.Find(use.File, use.SourceFile) is not { } path)
        {
            problems = [NoPlace(use)];
            return null;
        }

        try
        {
            var tests = BaselineFile.Read(path)?.Tests;
            problems = isApproving || CheckEntry(use, path, tests) is not { } problem ? [] : [problem];
            return problems.Count == 0 ? new TestBaseline(path, use, tests ?? BaselineDocument.None) : null;
        }
        catch (LoadTestException e)
        {
            problems = e.Found;
            return null;
        }
    }

    /// <summary>Adds the baseline's verdict to the gates' verdict.</summary>
    public Verdict Judge(Verdict verdict) => BaselineJudge.Add(verdict, _tests[_use.Name], _use.Tolerance, $"'{_use.Name}' in {_path}");

    /// <summary>Writes the result, unless the file matches it already.</summary>
    /// <param name="result">The result of the test, whose gates have passed.</param>
    /// <returns>A description of the changes.</returns>
    /// <exception cref="LoadTestException">The result must not be approved, or the file can't be written.</exception>
    public string Approve(LoadResult result)
    {
        Problem[] problems = [.. BaselineEligibility.CheckForApproval(result)];
        if (problems.Length > 0)
        {
            throw LoadTestException.Unjudged("Nothing was approved", problems);
        }

        string? change = null;
        BaselineFile.Change(_path, tests => Change(tests, result, out change));
        return change is null
            ? $"Already approved: {_path} still matches '{_use.Name}' and is unchanged."
            : string.Join(
                Environment.NewLine,
                [
                    $"Approved in {_path}:", $"- {change}", .. BaselineEligibility.Doubts(result).Select(d => $"- {d}"),
                    $"Review the changes and commit them. While {Approval.Variable} is set, no baseline is judged.",
                ]);
    }

    private static Problem NoPlace(BaselineUse use) => new(
        $"There is no place for the baseline file {use.File}: "
            + $"the test's source, {(use.SourceFile.Length == 0 ? "whose path isn't known" : use.SourceFile)}, isn't on this machine",
        "a file in the folder of the test's source, or a full path",
        "Run the test where its source is. If the build wrote another path, as with ContinuousIntegrationBuild or PathMap, its end is looked for "
            + "in each folder above the compiled tests. If those are elsewhere, build with -p:DeterministicSourcePaths=false.");

    private static Problem? CheckEntry(BaselineUse use, string path, IReadOnlyDictionary<string, BaselineEntry>? tests) =>
        tests is null
            ? new Problem($"The baseline file {path} is missing", "an approved, committed file", $"To create it from this run's figures, {Approval.How}.")
        : tests.ContainsKey(use.Name) ? null
        : new Problem(
            $"The baseline file {path} has no entry for '{use.Name}'",
            tests.Count == 0 ? "an approved test" : $"an approved test, such as '{tests.Keys.Order(StringComparer.Ordinal).First()}'",
            $"Was the test renamed? To approve this run's figures, {Approval.How}.");

    // An entry that still holds stays unchanged, so that approving doesn't change figures that are as good as before.
    private Dictionary<string, BaselineEntry>? Change(IReadOnlyDictionary<string, BaselineEntry> tests, LoadResult result, out string? change)
    {
        var before = tests.GetValueOrDefault(_use.Name);
        if (before is not null && BaselineJudge.Judge(result, before, _use.Tolerance, _use.Name).Holds)
        {
            change = null;
            return null;
        }

        var changed = tests.ToDictionary(StringComparer.Ordinal);
        changed[_use.Name] = BaselineEntry.Of(result);
        change = $"'{_use.Name}': {Approval.Describe(changed[_use.Name], before)}";
        return changed;
    }
}
