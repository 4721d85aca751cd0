using System.Diagnostics;
using System.Text;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting.Published;

/// <summary>
/// Reads all output of an app, on a thread for each stream, so that the app never waits for a reader. Keeps the last lines, the first exception and the number
/// of lines. Has a fixed size, so that nothing is allocated while the app is measured.
/// </summary>
/// <remarks>
/// Another process that inherited the app's output may hold it open after the app has ended. So the wait for the rest is limited to one second. A thread that
/// is still reading then closes its stream when that read ends: closing a stream during a read would block.
/// </remarks>
internal sealed class ChildOutput
{
    public const int MaxLines = 200;
    public const int MaxBytes = 32 * 1024;

    private const int MaxOfALine = 1024;
    private const string BackgroundCrash = "BackgroundService failed";
    private const string Announcement = "Now listening on: ";

    private readonly Lock _lock = new();
    private readonly byte[] _ring = new byte[MaxBytes];
    private readonly byte[] _line = new byte[MaxOfALine];
    private readonly Thread[] _threads;
    private long _written;
    private int _length;
    private volatile bool _isOver;

    /// <param name="streams">The streams. The threads dispose them.</param>
    public ChildOutput(params Stream[] streams)
    {
        _threads = [.. streams.Select(s => new Thread(() => Read(s)) { IsBackground = true, Name = "ThroughputKit output" })];
        Array.ForEach(_threads, t => t.Start());
    }

    /// <summary>Gets the maximum wait for the rest of the output.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Gets the first exception in the output.</summary>
    public PrintedError Errors { get; } = new();

    /// <summary>Gets the counter of the lines.</summary>
    public LinePatterns Printed { get; } = new();

    public void Add(ReadOnlySpan<byte> bytes)
    {
        lock (_lock)
        {
            foreach (var b in bytes)
            {
                _ring[_written++ % MaxBytes] = b;
                if (b == '\n')
                {
                    AddLine(_line.AsSpan(0, _length));
                    _length = 0;
                }
                else if (_length < MaxOfALine)
                {
                    _line[_length++] = b;
                }
            }
        }
    }

    /// <summary>Reads the rest once the app has ended. After that, or after the limit, nothing more is read.</summary>
    public void Finish()
    {
        var begun = Stopwatch.GetTimestamp();
        foreach (var thread in _threads)
        {
            var left = Limit - Stopwatch.GetElapsedTime(begun);
            thread.Join(_isOver || left < TimeSpan.Zero ? TimeSpan.Zero : left);
        }

        _isOver = true;
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

    /// <summary>
    /// Returns the exception that the framework's host logged when a background service ended the app; otherwise, the first one in the output.
    /// </summary>
    public string? FindCrash()
    {
        var crash = new PrintedError();
        foreach (var line in Kept().SkipWhile(l => !l.Contains(BackgroundCrash, StringComparison.Ordinal)))
        {
            crash.Add(Encoding.UTF8.GetBytes(line));
        }

        return crash.First ?? Errors.First;
    }

    /// <summary>Returns the last lines, as a sentence that ends a message.</summary>
    public string Describe()
    {
        var lines = string.Join(Environment.NewLine, Kept().Select(l => l.TrimEnd()).TakeLast(MaxLines)).Trim();
        return lines.Length == 0 ? "It printed nothing." : $"Its output ended with:{Environment.NewLine}{lines}";
    }

    private void Read(Stream stream)
    {
        var buffer = new byte[4096];
        using (stream)
        {
            try
            {
                for (var count = stream.Read(buffer); count > 0 && !_isOver; count = stream.Read(buffer))
                {
                    Add(buffer.AsSpan(0, count));
                }
            }
            catch (IOException)
            {
                // the process is gone
            }
        }
    }

    private void AddLine(ReadOnlySpan<byte> line)
    {
        Errors.Add(line);
        Span<char> text = stackalloc char[line.Length];
        Printed.Add(text[..Encoding.Latin1.GetChars(line, text)]);
    }

    private string[] Kept()
    {
        lock (_lock)
        {
            var end = (int)(_written % MaxBytes);
            byte[] bytes = _written < MaxBytes ? _ring[..end] : [.. _ring[end..], .. _ring[..end]];
            var lines = Encoding.UTF8.GetString(bytes).Split('\n');
            return _written <= MaxBytes ? lines : lines[1..];
        }
    }
}
