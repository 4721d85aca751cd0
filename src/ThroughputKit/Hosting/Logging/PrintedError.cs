using System.Text;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Finds the first exception in an app's output, whatever logging library the app uses: a line that names one, and the lines below it with its stack. Nothing
/// is allocated while none is found.
/// </summary>
internal sealed class PrintedError : IErrorLog
{
    private const int MostBytes = 16 * 1024;

    private readonly Lock _lock = new();
    private readonly byte[] _kept = new byte[MostBytes];
    private int _keptLength;
    private State _state;

    private enum State
    {
        Searching,
        Named, // the last line names an exception
        Thrown, // and a line below it has its stack
        Found,
    }

    public string? First
    {
        get
        {
            lock (_lock)
            {
                return _state is State.Thrown or State.Found ? LoggedError.Shorten(Encoding.UTF8.GetString(_kept, 0, _keptLength)) : null;
            }
        }
    }

    public void Restart()
    {
        lock (_lock)
        {
            (_state, _keptLength) = (State.Searching, 0);
        }
    }

    /// <param name="line">A line without its line break.</param>
    public void Add(ReadOnlySpan<byte> line)
    {
        lock (_lock)
        {
            if (_state != State.Found)
            {
                Take(line);
            }
        }
    }

    private void Take(ReadOnlySpan<byte> line)
    {
        var text = line.Trim(" \t\r"u8);
        var isStack = text.StartsWith("at "u8) || text.StartsWith("--- "u8) || text.StartsWith("---> "u8);
        if (_state == State.Searching || (_state == State.Named && !isStack))
        {
            _keptLength = 0;
            _state = text.IndexOf("Exception: "u8) > 0 ? State.Named : State.Searching;
        }
        else if (isStack)
        {
            _state = text.StartsWith("at "u8) ? State.Thrown : _state;
        }
        else
        {
            _state = State.Found;
        }

        if (_state is State.Named or State.Thrown)
        {
            Keep(text);
        }
    }

    private void Keep(ReadOnlySpan<byte> line)
    {
        if (_keptLength + line.Length + 1 > _kept.Length)
        {
            _state = State.Found;
            return;
        }

        line.CopyTo(_kept.AsSpan(_keptLength));
        _keptLength += line.Length;
        _kept[_keptLength++] = (byte)'\n';
    }
}
