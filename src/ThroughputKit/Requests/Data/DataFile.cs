using System.Text;
using System.Text.Unicode;

namespace ThroughputKit.Requests.Data;

/// <summary>Reads data from a file.</summary>
internal static class DataFile
{
    /// <param name="path">The file, relative to the current directory or to the folder of the tests.</param>
    /// <param name="parse">Takes the name of the file for messages, and its text in UTF-8.</param>
    public static DataRows Read(string path, Func<string, ReadOnlyMemory<byte>, DataRows> parse)
    {
        var full = Path.GetFullPath(path);
        full = File.Exists(full) ? full : Path.GetFullPath(path, AppContext.BaseDirectory);
        try
        {
            var bytes = File.ReadAllBytes(full);
            return Utf8.IsValid(bytes)
                ? parse(path, bytes.AsMemory(bytes.AsSpan().StartsWith(Encoding.UTF8.Preamble) ? Encoding.UTF8.Preamble.Length : 0))
                : DataRows.Wrong(new Problem(
                    $"The data in '{path}' is not UTF-8", "a file in UTF-8", "Save it as UTF-8. Spreadsheets may write another encoding."));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return DataRows.Wrong(new Problem(
                $"The data can't be read from '{path}': {e.Message}",
                "a file that can be read",
                "A relative path counts from the current directory, or from the folder of the tests. Is the file copied there "
                    + "(CopyToOutputDirectory in the project)?"));
        }
    }
}
