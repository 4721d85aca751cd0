using ThroughputKit.Reporting;
using ThroughputKit.Reports;
using ThroughputKit.Trends;

namespace ThroughputKit;

/// <summary>
/// How figures changed from run to run: RPS, latency and allocated bytes of each test, read from a folder of results. Figures that depend on the machine are
/// followed on each machine; allocated bytes, and ratios to a reference, across all of them. Its text has the last value of each, and the changes.
/// </summary>
/// <example>
/// <code>
/// var trend = LoadTrend.Read("history");
/// Console.WriteLine(trend);
/// await trend.WriteReportAsync("trend.html");
/// </code>
/// </example>
public sealed class LoadTrend
{
    private LoadTrend(IReadOnlyList<TrendRun> runs, IReadOnlyList<string> problems)
    {
        (Runs, Problems, Series) = (runs, problems, TrendSeries.Of(runs));
        Changes = [.. Series.SelectMany(s => s.Changes).OrderBy(c => c.Time)];
    }

    /// <summary>Gets the changes, the first one first.</summary>
    public IReadOnlyList<TrendChange> Changes { get; }

    /// <summary>Gets the files that were left out, each with the reason.</summary>
    public IReadOnlyList<string> Problems { get; }

    /// <summary>Gets all runs.</summary>
    internal IReadOnlyList<TrendRun> Runs { get; }

    /// <summary>Gets the series, by test, figure and machine.</summary>
    internal IReadOnlyList<TrendSeries> Series { get; }

    /// <summary>
    /// Reads all results in a folder: files named <c>*.json</c>, each with what one <c>ToJson</c> has written. The name of a file begins with the time of its
    /// result, such as <c>20261128T031735.123Z</c>; after a plus sign may follow the commit, and after another one the name of the test, both escaped as in an
    /// address. A file that can't be read is left out.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <exception cref="DirectoryNotFoundException">There is no such folder.</exception>
    public static LoadTrend Read(string folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        List<TrendRun> runs = [];
        List<string> problems = [];
        foreach (var path in ResultHistory.Files(folder))
        {
            try
            {
                var file = HistoryFile.Parse(path) ?? throw new FormatException("Its name doesn't begin with a time, such as 20261128T031735.123Z.");
                runs.AddRange(TrendRun.Of(ResultJson.Read<object>(File.ReadAllText(path)), file));
            }
            catch (Exception e) when (e is FormatException or IOException or UnauthorizedAccessException)
            {
                problems.Add($"{DisplayName.Show(Path.GetFileName(path))}: {e.Message}");
            }
        }

        return new LoadTrend([.. ShortCommits.ShownIn(runs).OrderBy(r => r.Time)], problems);
    }

    /// <summary>
    /// Writes the trend as a page with a chart for each test, figure and machine, or as Markdown. A reader sees the whole file or none.
    /// </summary>
    /// <param name="path">The path of the file, whose folder is created. Allowed extensions: .html, .htm and .md.</param>
    /// <param name="cancellationToken">Cancels the writing.</param>
    /// <exception cref="ArgumentException">The extension is another one.</exception>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be written.</exception>
    public Task WriteReportAsync(string path, CancellationToken cancellationToken = default) =>
        ReportFile.WriteAsync(TrendReport.Of(Runs, Series, Changes, Problems), json: null, path, cancellationToken);

    /// <summary>Returns the last value of each figure in words, then the changes and what was left out.</summary>
    public override string ToString() => string.Join(Environment.NewLine, TrendText.Lines(Runs, Series, Changes, Problems));
}
