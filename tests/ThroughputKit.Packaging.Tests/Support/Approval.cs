using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>Compares text with a file that was approved and committed, and writes the file where <c>THROUGHPUTKIT_APPROVE</c> is 1.</summary>
internal static class Approval
{
    private const string Command = "THROUGHPUTKIT_APPROVE=1 dotnet test -c Release tests/ThroughputKit.Packaging.Tests";

    public static void Verify(string name, string text)
    {
        var file = Path.Combine(Repository.Root, "tests", "ThroughputKit.Packaging.Tests", "Approved", name);
        if (Environment.GetEnvironmentVariable("THROUGHPUTKIT_APPROVE") is "1" or "true")
        {
            Assert.True(Environment.GetEnvironmentVariable("CI") != "true", "Approve where somebody looks through the changes and commits them: CI is true.");
            File.WriteAllText(file, text);
            return;
        }

        var approved = File.Exists(file) ? File.ReadAllText(file).ReplaceLineEndings("\n") : "";
        Assert.True(text == approved, $"{name} differs from what was approved:\n{Difference(approved, text)}\nIf that is meant: {Command}, and commit what it writes.");
    }

    /// <summary>The lines that one of two texts has more often than the other, once for each extra occurrence, with <c>-</c> for the first text and <c>+</c> for the second.</summary>
    public static string Difference(string before, string after)
    {
        var (gone, come) = (Lines(before), Lines(after));
        foreach (var line in Lines(before).Where(come.Remove))
        {
            gone.Remove(line);
        }

        return gone.Count + come.Count == 0
            ? "The order of the lines."
            : string.Join('\n', gone.Select(line => "- " + line.Trim()).Concat(come.Select(line => "+ " + line.Trim())));
    }

    private static List<string> Lines(string text) => [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries)];
}
