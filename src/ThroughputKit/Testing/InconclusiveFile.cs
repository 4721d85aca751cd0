using System.Globalization;
using System.Reflection;

namespace ThroughputKit.Testing;

/// <summary>
/// Test runners hide the output of tests that pass. So what passed without being judged is noted in a file beside the tests, a line each, if the build that
/// runs them (ThroughputKit.Note.targets) has made a folder for it: it turns the lines into warnings.
/// </summary>
/// <param name="folder">Where the folder is, if there is one.</param>
internal sealed class InconclusiveFile(string folder)
{
    /// <summary>The folder's name.</summary>
    public const string Folder = "throughputkit.inconclusive";

    private static readonly Lock _lock = new();

    public static InconclusiveFile Beside(Assembly tests) => new(Path.Combine(Path.GetDirectoryName(tests.Location) ?? "", Folder));

    /// <param name="test">The test's name.</param>
    /// <param name="reason">Why it could not be judged.</param>
    public void Add(string test, string reason)
    {
        var line = $"{test}: {string.Join(' ', reason.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))}{Environment.NewLine}";
        try
        {
            lock (_lock)
            {
                File.AppendAllText(Path.Combine(folder, Environment.ProcessId.ToString(CultureInfo.InvariantCulture)), line);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Nobody asks for it, or it can't be written: the reason is in the test's own output.
        }
    }
}
