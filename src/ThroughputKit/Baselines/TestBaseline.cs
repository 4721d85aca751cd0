using ThroughputKit.Baselines.Files;
using ThroughputKit.Gates;
using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines;

/// <summary>The open baseline of one test. The test's results are compared with it, or written to it.</summary>
internal sealed class TestBaseline
{
    private readonly string _path;
    private readonly BaselineUse _use;
    private readonly IReadOnlyDictionary<string, BaselineEntry> _tests;

    private TestBaseline(string path, BaselineUse use, IReadOnlyDictionary<string, BaselineEntry> tests) => (_path, _use, _tests) = (path, use, tests);

    /// <summary>
    /// Gets the maximum number of allocated bytes per request, for the result with the highest limit; <c>double.MaxValue</c> if the baseline has no
    /// such figure.
    /// </summary>
    public double MostAllocatedBytes => Names(_tests).Select(n => _tests[n].Exact.AllocatedBytesPerRequest).OfType<double>()
        .Select(approved => approved + new ResolvedTolerance(_use.Tolerance, Edge: 0).OfAllocatedBytes(approved)).DefaultIfEmpty(double.MaxValue).Max();

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

        var read = BaselineStore.Read(path);
        var problem = read.Problem ?? (isApproving ? null : CheckEntry(use, path, read.Document?.Tests));
        problems = problem is null ? [] : [problem];
        return problem is null ? new TestBaseline(path, use, read.Document?.Tests ?? BaselineDocument.None) : null;
    }

    /// <summary>Adds the baseline's verdicts to the gates' verdicts.</summary>
    /// <param name="verdicts">One verdict for each result of the test, in the order of the runs.</param>
    public IReadOnlyList<Verdict> Judge(IReadOnlyList<Verdict> verdicts)
    {
        var approved = Names(_tests).Count();
        return approved != verdicts.Count
            ? [verdicts[0] with { Problems = [.. verdicts[0].Problems, ("Baseline", NotAsMany(verdicts.Count, approved))] }, .. verdicts.Skip(1)]
            : [.. verdicts.Select((v, i) => BaselineJudge.Add(v, _tests[_use.NameOf(i)], _use.Tolerance, $"'{_use.NameOf(i)}' in {_path}"))];
    }

    /// <summary>Writes the results that the file doesn't already match.</summary>
    /// <param name="results">The results of the test, whose gates have passed.</param>
    /// <returns>A description of the changes.</returns>
    /// <exception cref="LoadTestException">The results must not be approved, or the file can't be written.</exception>
    public string Approve(IReadOnlyList<LoadResult> results)
    {
        Problem[] problems = [.. results.SelectMany(BaselineEligibility.CheckForApproval).Distinct()];
        if (problems.Length > 0)
        {
            throw LoadTestException.Unjudged("Nothing was approved", problems);
        }

        List<string> changes = [];
        BaselineStore.Change(_path, tests => Change(tests, results, changes));
        return changes.Count == 0
            ? $"Already approved: {_path} still matches '{_use.Name}' and is unchanged."
            : string.Join(
                Environment.NewLine,
                [$"Approved in {_path}:", .. changes.Select(c => $"- {c}"), $"Review the changes and commit them. While {Approval.Variable} is set, no baseline is judged."]);
    }

    private static Problem NoPlace(BaselineUse use) => new(
        $"There is no place for the baseline file {use.File}: the test's source, {(use.SourceFile.Length == 0 ? "whose path isn't known" : use.SourceFile)}, isn't on this machine",
        "a file in the folder of the test's source, or a full path",
        "Run the test where its source is. If the path begins with /_/, as builds with ContinuousIntegrationBuild write it, the rest is looked for in each folder above the compiled tests.");

    private static Problem? CheckEntry(BaselineUse use, string path, IReadOnlyDictionary<string, BaselineEntry>? tests) =>
        tests is null ? new Problem($"The baseline file {path} is missing", "an approved, committed file", $"To create it from this run's figures, {Approval.How}.")
        : tests.ContainsKey(use.Name) ? null
        : new Problem(
            $"The baseline file {path} has no entry for '{use.Name}'",
            tests.Count == 0 ? "an approved test" : $"an approved test, such as '{tests.Keys.Order(StringComparer.Ordinal).First()}'",
            $"Was the test renamed? To approve this run's figures, {Approval.How}.");

    private Problem NotAsMany(int results, int approved) => new(
        $"'{_use.Name}' measured {Counted.Of(results, "result")}, but {_path} has {Counted.Of(approved, "result")} for it",
        "as many results as approved",
        $"If this is intended, approve it: {Approval.How}.");

    // Entries that still hold stay unchanged, so that approving one test doesn't change the figures of all tests.
    private Dictionary<string, BaselineEntry>? Change(
        IReadOnlyDictionary<string, BaselineEntry> tests, IReadOnlyList<LoadResult> results, List<string> changes)
    {
        var changed = tests.ToDictionary(StringComparer.Ordinal);
        foreach (var name in Names(tests).Skip(results.Count).ToArray())
        {
            changed.Remove(name);
            changes.Add($"'{name}': removed");
        }

        foreach (var (i, result) in results.Index())
        {
            var (name, before) = (_use.NameOf(i), tests.GetValueOrDefault(_use.NameOf(i)));
            if (before is null || !BaselineJudge.Judge(result, before, _use.Tolerance, name).Holds)
            {
                changed[name] = BaselineEntry.Of(result);
                changes.Add($"'{name}': {Approval.Describe(changed[name], before)}");
            }
        }

        return changes.Count > 0 ? changed : null;
    }

    private IEnumerable<string> Names(IReadOnlyDictionary<string, BaselineEntry> tests) =>
        Enumerable.Range(0, int.MaxValue).Select(_use.NameOf).TakeWhile(tests.ContainsKey);
}
