using System.Text;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Finds the first exception in an app's output, whatever logging library the app uses: a line that names one, and the lines below it with its stack. Nothing
/// is allocated while none is found.
/// </summary>
internal sealed class PrintedError : IErrorLog
{
    private const int MaxBytes = 16 * 1024;

    private readonly Lock _lock = new();
    private readonly byte[] _kept = new byte[MaxBytes];
    private int _keptLength;
    private bool _isThrown; // a stack follows the name
    private bool _isComplete; // the stack has ended, or is too long

    public string? First
    {
        get
        {
            lock (_lock)
            {
                return _isThrown || _isComplete ? LoggedError.Shorten(Encoding.UTF8.GetString(_kept, 0, _keptLength)) : null;
            }
        }
    }

    public void Restart()
    {
        lock (_lock)
        {
            (_keptLength, _isThrown, _isComplete) = (0, false, false);
        }
    }

    /// <param name="line">A line without its line break.</param>
    public void Add(ReadOnlySpan<byte> line)
    {
        lock (_lock)
        {
            if (!_isComplete)
            {
                Take(line);
            }
        }
    }

    private void Take(ReadOnlySpan<byte> line)
    {
        var text = line.Trim(" \t\r"u8);
        var isFrame = text.StartsWith("at "u8);
        if (_keptLength > 0 && (isFrame || text.StartsWith("--- "u8) || text.StartsWith("---> "u8)))
        {
            _isThrown |= isFrame;
            Keep(text);
        }
        else if (_isThrown)
        {
            _isComplete = true;
        }
        else
        {
            _keptLength = 0; // the line before names an exception without a stack, if any
            if (text.IndexOf("Exception: "u8) > 0)
            {
                Keep(text);
            }
        }
    }

    private void Keep(ReadOnlySpan<byte> line)
    {
        if (_keptLength + line.Length + 1 > _kept.Length)
        {
            _isComplete = true;
            return;
        }

        line.CopyTo(_kept.AsSpan(_keptLength));
        _keptLength += line.Length;
        _kept[_keptLength++] = (byte)'\n';
    }
}
