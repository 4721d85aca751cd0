using System.Globalization;
using System.Text;
using ThroughputKit.Reporting;
using ThroughputKit.Reports;

namespace ThroughputKit.Testing;

/// <summary>
/// The page of a run of GitHub Actions, a file that each step adds to. Tests that failed have room in it up to the limit, inconclusive ones up to half of it,
/// so that they don't keep out what is worse. A page beyond GitHub's own limit would be dropped as a whole.
/// </summary>
/// <param name="path">The path of the file.</param>
internal sealed class StepSummary(string path)
{
    public const string Variable = "GITHUB_STEP_SUMMARY";

    private const int MaxBytes = 60_000;
    private const int ForLeftOut = 400;
    private const int MaxCell = 1_000;
    private const int MaxFindings = 10;
    private const int MaxGates = 30;
    private const string LeftOut = "<!-- ThroughputKit left out ";
    private const int Tries = 10;

    private static readonly TimeSpan _pause = TimeSpan.FromMilliseconds(20);
    private static readonly UTF8Encoding _encoding = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Returns the Markdown for one test.</summary>
    /// <param name="test">The test's name.</param>
    /// <param name="parts">What was measured.</param>
    /// <param name="failure">The message of the failure of a test without measurements; <see langword="null"/> if there are any.</param>
    /// <param name="page">The path of the page; <see langword="null"/> for none.</param>
    public static string Describe(string test, IReadOnlyList<ReportedPart> parts, string? failure, string? page)
    {
        var findings = parts.SelectMany(p => p.Findings).Distinct().ToArray();
        var judged = parts.Where(p => p.Gates.Count > 0).ToArray();
        return string.Join(
            '\n',
            [
                $"### {(failure is not null || parts.Any(p => p.Verdict == GateVerdict.Failed) ? GateVerdict.Failed : GateVerdict.Inconclusive)}: {Line(test)}",
                "",
                .. failure is null ? [] : new[] { Line(failure), "" },
                .. judged.SelectMany(p => new[] { judged.Length > 1 ? $"#### {Readable.Capitalized(p.Kind)}\n\n{Table(p.Gates)}" : Table(p.Gates), "" }),
                .. findings.Take(MaxFindings).Select(f => $"- {Line(f.ToString())}"),
                .. findings.Length > MaxFindings ? new[] { $"- and {Counted.Of(findings.Length - MaxFindings, "finding")} more" } : [],
                .. findings.Length > 0 ? new[] { "" } : [],
                .. page is null ? [] : new[] { $"Report: {MarkdownTable.Escape(page)}", "" },
                "",
            ]);
    }

    /// <summary>Adds the Markdown for one test, or that it was left out. Other processes may do the same.</summary>
    /// <param name="text">The Markdown.</param>
    /// <param name="verdict">The verdict on the test.</param>
    /// <exception cref="IOException">The file can't be written, or another process keeps it open.</exception>
    public async Task AddAsync(string text, GateVerdict verdict)
    {
        var file = await OpenAsync().ConfigureAwait(false);
        await using (file.ConfigureAwait(false))
        {
            var end = new byte[Math.Min(file.Length, ForLeftOut)];
            file.Position = file.Length - end.Length;
            await file.ReadExactlyAsync(end).ConfigureAwait(false);
            var leftOut = LeftOutBefore(_encoding.GetString(end));
            var length = file.Length - (leftOut == 0 ? 0 : _encoding.GetByteCount(Note(leftOut)));
            var limit = (verdict == GateVerdict.Failed ? MaxBytes : MaxBytes / 2) - ForLeftOut;
            var bytes = _encoding.GetBytes(text);
            var fits = length + bytes.Length <= limit;
            leftOut += fits ? 0 : 1;
            file.SetLength(length);
            file.Position = length;
            await file.WriteAsync(fits ? bytes : []).ConfigureAwait(false);
            await file.WriteAsync(leftOut == 0 ? [] : _encoding.GetBytes(Note(leftOut))).ConfigureAwait(false);
        }
    }

    // What others have added after the note stays, and so does the note.
    private static int LeftOutBefore(string end)
    {
        var begin = end.LastIndexOf(LeftOut, StringComparison.Ordinal);
        return begin >= 0 && int.TryParse(end[(begin + LeftOut.Length)..].Split(' ')[0], CultureInfo.InvariantCulture, out var count)
            && end[begin..] == Note(count) ? count : 0;
    }

    private static string Note(int leftOut) => string.Create(
        CultureInfo.InvariantCulture,
        $"{LeftOut}{leftOut} -->\n\n**Left out here for lack of room: {Counted.Of(leftOut, "test")} more that failed or could not be judged.** "
        + $"Their reports are in artifacts/throughput beside their projects.\n\n");

    private static string Table(IReadOnlyList<GateOutcome> gates) => MarkdownTable.Write(
        [
            ["Verdict", "Gate", "Measured"],
            .. Outcomes.WorstFirst(gates).Take(MaxGates).Select(g => new[] { g.Verdict.ToString(), Plain(g.Gate), Plain(g.Message) }),
            .. gates.Count > MaxGates ? [["", "", $"and {Counted.Of(gates.Count - MaxGates, "gate")} more"]] : Array.Empty<string[]>(),
        ],
        isText: _ => true).ReplaceLineEndings("\n");

    private static string Line(string text) => MarkdownTable.Escape(Plain(text));

    private static string Plain(string text) => Visible.Line(string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), MaxCell);

    // Several processes may test at once, each with a lock of its own.
    private async Task<FileStream> OpenAsync()
    {
        for (var tries = 1; ; tries++)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (tries < Tries)
            {
                await Task.Delay(_pause).ConfigureAwait(false);
            }
        }
    }
}
