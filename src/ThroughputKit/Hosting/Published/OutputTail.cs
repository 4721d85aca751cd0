using System.Text;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting.Published;

/// <summary>
/// The last lines of an app's output, its first exception, and the number of lines. Has a fixed size, so that nothing is allocated while
/// the app is measured.
/// </summary>
internal sealed class OutputTail : IPrintedLines
{
    public const int MostLines = 200;
    public const int MostBytes = 32 * 1024;

    private const string Announcement = "Now listening on: ";

    private readonly LineReader _reader = new();
    private readonly LineKinds _kinds = new();
    private readonly byte[] _ring = new byte[MostBytes];
    private readonly Lock _lock = new();
    private readonly Action<ReadOnlySpan<byte>> _addLine;
    private long _written;

    public OutputTail() => _addLine = AddLine;

    public void Add(ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            _reader.Add(bytes, _addLine);
            foreach (var b in bytes)
            {
                _ring[_written++ % MostBytes] = b;
            }
        }
    }

    /// <summary>Gets the first exception in the output.</summary>
    public PrintedError Errors { get; } = new();

    /// <inheritdoc/>
    public long Lines
    {
        get
        {
            lock (_lock)
            {
                return _kinds.Lines;
            }
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<(string Category, long Entries)> Categories()
    {
        lock (_lock)
        {
            return _kinds.Categories();
        }
    }

    /// <summary>Finds the address that an app without a framework host prints when it listens.</summary>
    public Uri? FindAddress()
    {
        foreach (var line in Kept().SkipLast(1)) // the last may be incomplete
        {
            var at = line.IndexOf(Announcement, StringComparison.Ordinal);
            var announced = at < 0 ? "" : line[(at + Announcement.Length)..].Trim();
            if (announced.StartsWith("http", StringComparison.OrdinalIgnoreCase)
                && announced.Contains("://", StringComparison.Ordinal)
                && ServerAddresses.Choose([announced]) is { } address)
            {
                return address;
            }
        }

        return null;
    }

    /// <summary>Returns the last lines, as a sentence that ends a message.</summary>
    public string Describe()
    {
        var lines = string.Join(Environment.NewLine, Kept().Select(l => l.TrimEnd()).TakeLast(MostLines)).Trim();
        return lines.Length == 0 ? "It printed nothing." : $"Its output ended with:{Environment.NewLine}{lines}";
    }

    private void AddLine(ReadOnlySpan<byte> line)
    {
        Errors.Add(line);
        Span<char> text = stackalloc char[line.Length];
        _kinds.Add(text[..Encoding.Latin1.GetChars(line, text)]);
    }

    private string[] Kept()
    {
        lock (_lock)
        {
            var isWhole = _written <= MostBytes;
            var kept = (int)Math.Min(_written, MostBytes);
            var bytes = new byte[kept];
            for (var i = 0; i < kept; i++)
            {
                bytes[i] = _ring[(_written - kept + i) % MostBytes];
            }

            var lines = Encoding.UTF8.GetString(bytes).Split('\n');
            return isWhole ? lines : lines[1..];
        }
    }
}
