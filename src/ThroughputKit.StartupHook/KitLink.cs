using System.Buffers.Binary;
using System.Net.Sockets;
using System.Text;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.StartupHooks;

/// <summary>The connection to the kit: receives commands of one byte, sends messages with their length.</summary>
internal sealed class KitLink(Socket socket)
{
    private const int HeadBytes = 1 + sizeof(int);

    private readonly object _lock = new();
    private readonly byte[] _command = new byte[1];
    private readonly byte[] _figures = new byte[HeadBytes + (Counters.MostFigures * sizeof(long))];

    /// <summary>Waits for a command. Returns <see langword="null"/> when the kit is gone.</summary>
    public HookCommand? Receive() => socket.Receive(_command) == 1 ? (HookCommand)_command[0] : null;

    /// <summary>Sends figures. Called only by the hook's own thread.</summary>
    public void Send(ReadOnlySpan<long> figures)
    {
        var message = _figures.AsSpan(0, HeadBytes + (figures.Length * sizeof(long)));
        WriteHead(message, HookMessage.Figures);
        for (var i = 0; i < figures.Length; i++)
        {
            BinaryPrimitives.WriteInt64LittleEndian(message[(HeadBytes + (i * sizeof(long)))..], figures[i]);
        }

        Write(message);
    }

    /// <summary>Sends facts, one per line: a name, a space, and the value.</summary>
    public void Send(HookMessage kind, IEnumerable<(string Name, object? Value)> facts)
    {
        var text = Encoding.UTF8.GetBytes(string.Join('\n', facts.Select(f => $"{f.Name} {f.Value}")));
        var message = new byte[HeadBytes + text.Length];
        text.CopyTo(message, HeadBytes);
        WriteHead(message, kind);
        Write(message);
    }

    private static void WriteHead(Span<byte> message, HookMessage kind)
    {
        message[0] = (byte)kind;
        BinaryPrimitives.WriteInt32LittleEndian(message[1..], message.Length - HeadBytes);
    }

    private void Write(ReadOnlySpan<byte> message)
    {
        lock (_lock)
        {
            while (message.Length > 0)
            {
                message = message[socket.Send(message, SocketFlags.None)..];
            }
        }
    }
}
