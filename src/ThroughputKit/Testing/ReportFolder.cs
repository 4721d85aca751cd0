using System.Collections.Concurrent;
using System.Reflection;

namespace ThroughputKit.Testing;

/// <summary>The folder of one test's reports, beside its project.</summary>
/// <param name="path">The path of the folder, which may not exist.</param>
internal sealed class ReportFolder(string path)
{
    private const string Result = "result";
    private const string Comparison = "comparison";

    // Of the tests of this process.
    private static readonly ConcurrentDictionary<string, int> _begun = new(StringComparer.OrdinalIgnoreCase);

    private static readonly string[] _files =
    [
        .. Enum.GetValues<ReportFormat>().SelectMany(f => new[] { FileOf(f, isSecond: false), FileOf(f, isSecond: true) }),
        "report.intervals.csv",
        "comparison.intervals.csv",
    ];

    /// <summary>Gets whether another test of the same name began before in this process. Its reports are in a folder of their own.</summary>
    public bool IsOfRepeatedName { get; private init; }

    /// <summary>Returns the folder for the reports of all tests of an assembly: that of its project, or else that of the assembly.</summary>
    /// <param name="tests">The assembly.</param>
    /// <param name="sourceFile">The path of a test's source file, as recorded by the compiler.</param>
    public static string Root(Assembly tests, string sourceFile) =>
        Root(Path.GetDirectoryName(tests.Location) is { Length: > 0 } folder ? folder : AppContext.BaseDirectory, tests.GetName().Name!, sourceFile);

    /// <param name="compiled">The folder of the assembly.</param>
    /// <param name="assembly">The name of the assembly.</param>
    /// <param name="sourceFile">The path of a test's source file, as recorded by the compiler, which may not exist.</param>
    public static string Root(string compiled, string assembly, string sourceFile) => Path.Combine(
        Above(compiled, $"{assembly}.*proj")
            ?? (Path.IsPathRooted(sourceFile) ? Above(Path.GetDirectoryName(sourceFile), "*.*proj") : null)
            ?? Above(compiled, "*.*proj")
            ?? compiled,
        "artifacts",
        "throughput");

    /// <summary>Returns the folder of a test that begins, another one for each test of the same name, without what an earlier run left there.</summary>
    /// <param name="root">The folder for the reports of all tests.</param>
    /// <param name="test">The test's name.</param>
    /// <param name="write">Writes a line if something can't be deleted.</param>
    public static ReportFolder Begin(string root, string test, Action<string> write)
    {
        var path = Path.Combine(root, ReportName.Of(test));
        var number = _begun.AddOrUpdate(path, 1, (_, begun) => begun + 1);
        var folder = number == 1 ? path : $"{path}~{number}";
        try
        {
            string[] earlier = number > 1 || !Directory.Exists(root) ? [] : Directory.GetDirectories(root, $"{Path.GetFileName(path)}~*");
            foreach (var older in earlier.Append(folder))
            {
                new ReportFolder(older).Clear();
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            write($"The reports of an earlier run in {folder} can't be deleted: {e.Message}");
        }

        return new ReportFolder(folder) { IsOfRepeatedName = number > 1 };
    }

    /// <summary>Returns the path of a file.</summary>
    /// <param name="format">The format.</param>
    /// <param name="isSecond">Whether the file is about the comparison that follows a run.</param>
    public string File(ReportFormat format, bool isSecond) => Path.Combine(path, FileOf(format, isSecond));

    /// <summary>Deletes the files that the kit writes, and the folder if nothing else is in it.</summary>
    public void Clear()
    {
        if (!Directory.Exists(path))
        {
            return;
        }

        // A process that was killed may have left a file that it had not written whole.
        foreach (var file in _files.Concat(_files.SelectMany(f => Directory.GetFiles(path, $"{f}.*.tmp"))))
        {
            System.IO.File.Delete(Path.Combine(path, file));
        }

        if (!Directory.EnumerateFileSystemEntries(path).Any())
        {
            Directory.Delete(path);
        }
    }

    private static string FileOf(ReportFormat format, bool isSecond)
    {
        var name = isSecond ? Comparison : format == ReportFormat.Json ? Result : "report";
        return $"{name}.{(format == ReportFormat.Junit ? "xml" : format.ToString().ToLowerInvariant())}";
    }

    // A folder that can't be read has no project that is known.
    private static string? Above(string? folder, string project)
    {
        try
        {
            while (folder is not null && !(Directory.Exists(folder) && Directory.EnumerateFiles(folder, project).Any()))
            {
                folder = Path.GetDirectoryName(folder);
            }

            return folder;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
