using System.Globalization;
using System.Reflection;

namespace ThroughputKit.Testing;

/// <summary>
/// Notes the tests that passed without being judged, because test runners hide the output of tests that pass. The notes are in a file next to the tests,
/// one line per test. They are written only if the build that runs the tests (ThroughputKit.Note.targets) has created a folder for them. The build turns
/// the lines into warnings.
/// </summary>
/// <param name="folder">The path of the folder, which may not exist.</param>
internal sealed class InconclusiveFile(string folder)
{
    /// <summary>The name of the folder.</summary>
    public const string Folder = "throughputkit.inconclusive";

    private static readonly Lock _lock = new();

    public static InconclusiveFile Beside(Assembly tests) => new(Path.Combine(Path.GetDirectoryName(tests.Location) ?? "", Folder));

    /// <param name="test">The test's name.</param>
    /// <param name="reason">The reason why it could not be judged.</param>
    public void Add(string test, string reason)
    {
        var line = $"{test}: "
            + $"{string.Join(' ', reason.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))}{Environment.NewLine}";
        try
        {
            lock (_lock)
            {
                File.AppendAllText(Path.Combine(folder, Environment.ProcessId.ToString(CultureInfo.InvariantCulture)), line);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The build hasn't asked for the file, or it can't be written. The reason is in the test's own output.
        }
    }
}
