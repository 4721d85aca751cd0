using System.Globalization;

namespace Experiments;

/// <summary>The files and connections that a process may have open.</summary>
internal static class OpenFiles
{
    private const string Limits = "/proc/self/limits"; // of Linux; other systems have no such limit, or a high one

    /// <exception cref="InvalidOperationException">The limit is lower.</exception>
    public static void ThrowIfFewerThan(int needed)
    {
        if (!File.Exists(Limits))
        {
            return;
        }

        var line = File.ReadLines(Limits).First(l => l.StartsWith("Max open files", StringComparison.Ordinal));
        if (int.TryParse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[3], CultureInfo.InvariantCulture, out var limit) && limit < needed)
        {
            throw new InvalidOperationException($"A process may open {limit:N0} files here, and {needed:N0} are needed. This is the highest limit that the process may set: raise it as root, "
                + $"as with docker run --ulimit nofile={needed}");
        }
    }
}
