using ThroughputKit.Gates;
using ThroughputKit.Reports;
using ThroughputKit.Trends;

namespace ThroughputKit.Testing;

/// <summary>
/// Writes the reports of one test: in the formats that the environment names or, if it names none, the page and the JSON of a test that failed or is
/// inconclusive. Whatever goes wrong with that is a line in the test's output.
/// </summary>
/// <param name="test">The test's name.</param>
/// <param name="folder">The folder; <see langword="null"/> for no reports.</param>
/// <param name="formats">The formats that the environment names; <see langword="null"/> for none.</param>
/// <param name="summary">The page of the build's run; <see langword="null"/> for none.</param>
/// <param name="addToHistory">Adds a result, as JSON and with a name, to the history; <see langword="null"/> if there is none.</param>
/// <param name="write">Writes lines to the test's output.</param>
internal sealed class TestReports(
    string test, ReportFolder? folder, IReadOnlyList<ReportFormat>? formats, StepSummary? summary, Action<string, string>? addToHistory, Action<string> write)
{
    private const string Repeated = "Another test of this name ran before, in the same process: its reports are in the folder without the number at the end.";

    private static readonly ReportFormat[] _usual = [ReportFormat.Html, ReportFormat.Json];

    /// <summary>Deletes what an earlier run of a test left, and returns what writes the reports of this one.</summary>
    /// <param name="test">The test's name.</param>
    /// <param name="root">The folder for the reports of all tests.</param>
    /// <param name="environment">The environment.</param>
    /// <param name="write">Writes lines to the test's output.</param>
    public static TestReports Begin(string test, string root, KitEnvironment environment, Action<string> write)
    {
        var folder = ReportFolder.Begin(root, test, write);
        Action<string, string>? addToHistory = environment.History is { } history
            ? (json, name) => ResultHistory.Add(history, json, name, TimeProvider.System.GetUtcNow(), environment.Commit)
            : null;
        return environment.Reports is [] ? new TestReports(test, null, [], null, addToHistory, write)
            : new TestReports(test, folder, environment.Reports, environment.StepSummary is { } path ? new StepSummary(path) : null, addToHistory, write);
    }

    /// <summary>Writes the reports of a test that has ended.</summary>
    /// <param name="verdicts">The verdicts on what was measured.</param>
    /// <param name="failure">The exception that ended the test; <see langword="null"/> if it did not fail.</param>
    /// <returns>The path of the page or, if there is none, of the first report, of what is worst; <see langword="null"/> if nothing was written.</returns>
    public async Task<string?> WriteAsync(Func<IReadOnlyList<Verdict>> verdicts, Exception? failure)
    {
        if (folder is null && addToHistory is null)
        {
            return null;
        }

        try
        {
            var measured = verdicts();
            var parts = ReportedPart.Of(measured, failure);
            AddToHistory(measured.Count > 0 ? parts : []); // of a method that runs its load itself, only failures are known
            if (folder is null)
            {
                return null;
            }

            var worst = parts.MinBy(p => Outcomes.Rank(p.Verdict));
            var isOfInterest = worst is { Verdict: GateVerdict.Failed or GateVerdict.Inconclusive };
            var page = await WriteAsync(parts, worst, formats ?? (isOfInterest ? _usual : [])).ConfigureAwait(false);
            var ended = worst is null && failure is { } e && !IsNoFailure(e) ? e.Message : null;
            if (summary is not null && (isOfInterest || ended is not null))
            {
                await SummarizeAsync(StepSummary.Describe(test, parts, ended, page), worst?.Verdict ?? GateVerdict.Failed).ConfigureAwait(false);
            }

            return page;
        }
        catch (Exception mistake)
        {
            Tell("The test's reports can't be made", mistake); // a mistake of the kit's must not change what the test found
            return null;
        }
    }

    /// <summary>Returns a page that was written; <see langword="null"/> if the file is none, or can't be read.</summary>
    public static string? ReadPage(string path)
    {
        try
        {
            return path.EndsWith(".html", StringComparison.Ordinal) ? File.ReadAllText(path) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private async Task<string?> WriteAsync(IReadOnlyList<ReportedPart> parts, ReportedPart? worst, IReadOnlyList<ReportFormat> wanted)
    {
        string? first = null;
        foreach (var (part, isSecond) in parts.Select((p, i) => (p, i > 0)))
        {
            foreach (var format in wanted.Order())
            {
                var path = folder!.File(format, isSecond);
                if (await TryWriteAsync(part, worst!, path).ConfigureAwait(false) && ReferenceEquals(part, worst))
                {
                    first ??= path;
                }
            }
        }

        return first;
    }

    private void AddToHistory(IReadOnlyList<ReportedPart> parts)
    {
        try
        {
            foreach (var part in addToHistory is null ? [] : parts)
            {
                addToHistory!(part.ToJson(), part.Comparison is null ? test : $"{test}: comparison"); // slices have another RPS than a run
            }
        }
        catch (Exception e) // a mistake of the kit's, too, must not cost the reports
        {
            Tell($"The folder that {KitEnvironment.HistoryVariable} names can't be written", e);
        }
    }

    private async Task<bool> TryWriteAsync(ReportedPart part, ReportedPart worst, string path)
    {
        try
        {
            var report = part.ToReport(test, worst);
            report = folder!.IsOfRepeatedName ? report with { Notes = [Repeated, .. report.Notes] } : report;
            await ReportFile.WriteAsync(report, part.ToJson(), path, CancellationToken.None).ConfigureAwait(false);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            write(e.Message); // which says what isn't written, and why
            return false;
        }
        catch (Exception mistake)
        {
            Tell($"The report {path} can't be made", mistake); // which must not cost the other formats
            return false;
        }
    }

    private async Task SummarizeAsync(string text, GateVerdict verdict)
    {
        try
        {
            await summary!.AddAsync(text, verdict).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Tell($"The file that {StepSummary.Variable} names can't be written", e);
        }
    }

    // The end of the run, or what xunit.v3 takes for a skipped test.
    private static bool IsNoFailure(Exception e) => e is OperationCanceledException || e.Message.StartsWith("$XunitDynamicSkip$", StringComparison.Ordinal);

    private void Tell(string what, Exception e) => write($"{what}: {e.Message}");
}
