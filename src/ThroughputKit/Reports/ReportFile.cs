using System.Text;

namespace ThroughputKit.Reports;

/// <summary>Writes reports to files, in the format of their extension.</summary>
internal static class ReportFile
{
    private static readonly UTF8Encoding _utf8 = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Gets the extensions, each that of a format.</summary>
    public static IReadOnlyList<string> Extensions { get; } = [".html", ".htm", ".md", ".xml", ".csv", ".json"];

    // Those of text for people.
    private static readonly string[] _pages = [".html", ".htm", ".md"];

    /// <summary>
    /// Writes a report. A reader sees the whole file or none. What stood there before is replaced. Tables have the intervals in a second file.
    /// </summary>
    /// <param name="report">The report.</param>
    /// <param name="json">The result as JSON; <see langword="null"/> if the report is that of no result, and so has only formats for people.</param>
    /// <param name="path">The path of the file, whose folder is created.</param>
    /// <param name="cancellationToken">Cancels the writing.</param>
    /// <exception cref="ArgumentException">The extension is that of no format.</exception>
    /// <exception cref="IOException">The file can't be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The file must not be written.</exception>
    public static async Task WriteAsync(Report report, string? json, string path, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(path);
        var extension = Path.GetExtension(path).ToLowerInvariant();
        ThrowIfNoneOf(json is null ? _pages : Extensions, extension, path);
        try
        {
            await WriteWholeAsync(report, json, path, extension, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            var problem = new Problem(
                $"The report {path} can't be written: {(Directory.Exists(path) ? "it is a folder" : e.Message)}",
                "the path of a file in a folder that may be written to, on a disk with room",
                "Write it somewhere else, or make room.").ToString();
            throw e is IOException ? new IOException(problem, e) : new UnauthorizedAccessException(problem, e);
        }
    }

    private static async Task WriteWholeAsync(Report report, string? json, string path, string extension, CancellationToken cancellationToken)
    {
        var (now, host) = (TimeProvider.System.GetUtcNow(), Environment.MachineName);
        report = report.WrittenAt(now, host);
        switch (extension)
        {
            case ".html" or ".htm":
                await WriteTextAsync(path, HtmlReport.Write(report), cancellationToken).ConfigureAwait(false);
                break;
            case ".md":
                await WriteTextAsync(path, MarkdownReport.Write(report), cancellationToken).ConfigureAwait(false);
                break;
            case ".xml":
                await WriteTextAsync(path, JUnitReport.Write(report, now, host), cancellationToken).ConfigureAwait(false);
                break;
            case ".csv":
                await WriteTextAsync(path, CsvReport.Endpoints(report), cancellationToken).ConfigureAwait(false);
                var intervals = Path.ChangeExtension(path, ".intervals.csv");
                if (report.IntervalRows.Count > 0)
                {
                    await WriteTextAsync(intervals, CsvReport.Intervals(report), cancellationToken).ConfigureAwait(false);
                }
                else
                {
                    File.Delete(intervals); // those of an earlier result
                }

                break;
            default:
                await WriteTextAsync(path, json!, cancellationToken).ConfigureAwait(false);
                break;
        }
    }

    private static void ThrowIfNoneOf(IReadOnlyList<string> extensions, string extension, string path)
    {
        if (!extensions.Contains(extension, StringComparer.Ordinal))
        {
            var name = extension.Length > 0 ? $"'{extension}' is the extension of no format" : "A path without an extension has no format";
            throw new ArgumentException(
                $"{name} of reports. Expected: {string.Join(", ", extensions)}. The path is '{DisplayName.Show(path)}': give it one of them.", nameof(path));
        }
    }

    private static async Task WriteTextAsync(string path, string text, CancellationToken cancellationToken)
    {
        var full = Path.GetFullPath(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        var temporary = $"{full}.{Guid.NewGuid():N}.tmp";
        try
        {
            await File.WriteAllTextAsync(temporary, text, _utf8, cancellationToken).ConfigureAwait(false);
            File.Move(temporary, full, overwrite: true);
        }
        catch
        {
            File.Delete(temporary);
            throw;
        }
    }
}
