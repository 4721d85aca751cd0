using System.Text;

namespace ThroughputKit.Hosting.Published;

/// <summary>The end of what an app prints. Of fixed size, so that nothing is allocated while the app is measured.</summary>
internal sealed class OutputTail
{
    public const int MostLines = 200;
    public const int MostBytes = 32 * 1024;

    private const string Announcement = "Now listening on: ";

    private readonly byte[] _ring = new byte[MostBytes];
    private readonly Lock _lock = new();
    private long _written;

    public void Add(ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            foreach (var b in bytes)
            {
                _ring[_written++ % MostBytes] = b;
            }
        }
    }

    /// <summary>Finds the address that an app without a host of the framework's prints when it listens.</summary>
    public Uri? FindAddress()
    {
        foreach (var line in Lines().SkipLast(1)) // the last may go on
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

    /// <summary>The last lines, as a sentence that ends a message.</summary>
    public string Describe()
    {
        var lines = string.Join(Environment.NewLine, Lines().Select(l => l.TrimEnd()).TakeLast(MostLines)).Trim();
        return lines.Length == 0 ? "It printed nothing." : $"Its output ended with:{Environment.NewLine}{lines}";
    }

    private string[] Lines()
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
