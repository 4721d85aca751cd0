using System.Text;

namespace ThroughputKit.StartupHooks;

/// <summary>The connection to the kit. It allocates on the calling thread only, so the hook can leave its own allocations out.</summary>
internal sealed class KitLink(StreamReader kit)
{
    private readonly object _lock = new();

    /// <summary>Waits for a command. Returns <see langword="null"/> when the kit is gone.</summary>
    public string? Receive() => kit.ReadLine();

    public void Send(string message, string[] values)
    {
        var line = Encoding.UTF8.GetBytes(string.Join('\t', values.Select(OnOneLine).Prepend(message)) + '\n');
        lock (_lock)
        {
            kit.BaseStream.Write(line);
        }
    }

    private static string OnOneLine(string value) => value.ReplaceLineEndings(" ").Replace('\t', ' ');
}
