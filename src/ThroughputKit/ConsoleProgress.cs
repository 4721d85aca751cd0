using ThroughputKit.Reporting;
using ThroughputKit.Testing;

namespace ThroughputKit;

/// <summary>
/// Shows what a run is doing on <see cref="Console.Error"/>: in one line that is rewritten up to four times a second, and removed at the end. Where that is
/// impossible, because the stream is redirected, on a build server, or in a terminal that is dumb or narrower than 40 columns, it writes a line for each step
/// and another one every ten seconds. It uses no colours, as <c>NO_COLOR</c> asks for. A stream that can't be written to, because it is closed or its disk is
/// full, ends nothing.
/// </summary>
/// <example>
/// <code>
/// using var progress = new ConsoleProgress();
/// var result = await test.RunAsync(progress);
/// </code>
/// </example>
public sealed class ConsoleProgress : IProgress<LoadProgress>, IDisposable
{
    private readonly Lock _lock = new();
    private readonly TextWriter _writer;
    private readonly Func<int> _width;
    private readonly TimeProvider _time;
    private readonly long _begun;
    private readonly ProgressLine _line;
    private bool _hasEnded;

    /// <summary>Initializes a new instance of the <see cref="ConsoleProgress"/> class.</summary>
    public ConsoleProgress()
        : this(Console.Error, CanRewrite(Console.IsErrorRedirected, Environment.GetEnvironmentVariable), ReadWidth, TimeProvider.System)
    {
    }

    internal ConsoleProgress(TextWriter writer, bool canRewrite, Func<int> width, TimeProvider time)
    {
        (_writer, _width, _time, _begun) = (writer, width, time, time.GetTimestamp());
        _line = new ProgressLine(canRewrite);
    }

    /// <inheritdoc/>
    public void Report(LoadProgress value)
    {
        ArgumentNullException.ThrowIfNull(value);
        lock (_lock)
        {
            if (!_hasEnded)
            {
                Write(_line.Next(value, _time.GetElapsedTime(_begun), _width()));
            }
        }
    }

    /// <summary>Removes the line. Later reports are not shown.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            if (!_hasEnded)
            {
                Write(_line.Clear(_width()));
                _hasEnded = true;
            }
        }
    }

    /// <summary>Returns whether a line can be rewritten.</summary>
    /// <param name="isRedirected">Whether the stream goes elsewhere than to a terminal.</param>
    /// <param name="read">Reads an environment variable.</param>
    internal static bool CanRewrite(bool isRedirected, Func<string, string?> read) =>
        !isRedirected && new KitEnvironment(read).CiVariable is null && !string.Equals(read("TERM"), "dumb", StringComparison.OrdinalIgnoreCase);

    private static int ReadWidth()
    {
        try
        {
            return Console.WindowWidth;
        }
        catch (Exception e) when (e is IOException or PlatformNotSupportedException)
        {
            return 0; // there is no window
        }
    }

    private void Write(string? text)
    {
        try
        {
            if (text is { Length: > 0 })
            {
                _writer.Write(text);
                _writer.Flush();
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or NotSupportedException or UnauthorizedAccessException)
        {
            _hasEnded = true;
        }
    }
}
