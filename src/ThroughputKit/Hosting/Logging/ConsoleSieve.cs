using System.Text;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Filters the console output of an app of this process. While the app is loaded, the first few lines of each kind pass and the rest, which would be a flood,
/// are counted. They are written to a file of limited size that nobody reads, so that they cost the app as much as lines cost in production.
/// </summary>
internal sealed class ConsoleSieve : TextWriter, IPrintedLines
{
    /// <summary>The number of lines of one kind that pass in a run.</summary>
    public const int MostOfAKind = 3;

    private const int KindsTold = 3;
    private const long MostSpilled = 8 * 1024 * 1024;

    private static readonly Lock _installing = new();
    private static ConsoleSieve? _installed;
    private static TextWriter? _asInstalled;

    private readonly TextWriter _console;
    private readonly Lock _lock = new();
    private readonly LineKinds _kinds = new();
    private readonly byte[] _bytes = new byte[16 * 1024];
    private readonly char[] _line = new char[4 * 1024];
    private FileStream? _spill;
    private int _length;
    private int _loads;
    private bool _isPassing;
    private long _leftOut;

    public ConsoleSieve(TextWriter console) => _console = console;

    public override Encoding Encoding => _console.Encoding;

    /// <summary>
    /// Installs a sieve on the console, before an app that will log to it is created. It stays there, and passes everything while nothing is
    /// loaded.
    /// </summary>
    public static ConsoleSieve Install()
    {
        lock (_installing)
        {
            if (_installed is null || Console.Out != _asInstalled)
            {
                _installed = new ConsoleSieve(Console.Out);
                Console.SetOut(_installed);
                _asInstalled = Console.Out;
            }

            return _installed;
        }
    }

    /// <summary>Begins a load, which ends when the returned object is disposed. Loads may overlap: lines are counted from the first load on.</summary>
    public IDisposable Begin()
    {
        lock (_lock)
        {
            if (_loads++ == 0)
            {
                _kinds.Clear();
                _leftOut = 0;
                _spill ??= OpenSpill();
            }
        }

        return new Load(this);
    }

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

    public override void Write(char value) => Write([value]);

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void Write(string? value) => Write(value.AsSpan());

    public override void Write(ReadOnlySpan<char> text)
    {
        lock (_lock)
        {
            if (_loads == 0)
            {
                _console.Write(text);
                return;
            }

            while (!text.IsEmpty)
            {
                var end = text.IndexOf('\n');
                var part = end < 0 ? text : text[..(end + 1)];
                Take(part, isEnd: end >= 0);
                text = text[part.Length..];
            }
        }
    }

    public override void Flush() => _console.Flush();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _spill?.Dispose();
        }

        base.Dispose(disposing);
    }

    // Reports the lines that were left out.
    private void End()
    {
        lock (_lock)
        {
            if (--_loads > 0)
            {
                return;
            }

            PassRest();
            if (_leftOut > 0)
            {
                _console.WriteLine(FormattableString.Invariant($"ThroughputKit left out {_leftOut:N0} lines that the app printed while it was loaded: ")
                    + string.Join("; ", _kinds.MostFrequent.Take(KindsTold).Select(k => FormattableString.Invariant($"{k.Lines:N0} like \"{k.Example.Trim()}\""))));
            }
        }
    }

    // A writer may write a line in pieces, token by token. Text beyond the line limit passes, or is left out, like the beginning of the line.
    private void Take(ReadOnlySpan<char> part, bool isEnd)
    {
        if (_length + part.Length > _line.Length)
        {
            Put(_line.AsSpan(0, _length));
            Put(part);
            _length = 0;
            return;
        }

        part.CopyTo(_line.AsSpan(_length));
        _length += part.Length;
        if (isEnd)
        {
            var line = _line.AsSpan(0, _length);
            _isPassing = _kinds.Add(line) < MostOfAKind;
            Put(line);
            _length = 0;
        }
    }

    private void Put(ReadOnlySpan<char> text)
    {
        if (_isPassing)
        {
            _console.Write(text);
            return;
        }

        _leftOut += text.Count('\n');
        Spill(text);
    }

    private void Spill(ReadOnlySpan<char> text)
    {
        if (_spill is null)
        {
            return;
        }

        for (; !text.IsEmpty; text = text[Math.Min(text.Length, _bytes.Length / 3)..])
        {
            var count = Encoding.UTF8.GetBytes(text[..Math.Min(text.Length, _bytes.Length / 3)], _bytes);
            if (_spill.Position > MostSpilled)
            {
                _spill.Position = 0;
            }

            _spill.Write(_bytes, 0, count);
        }
    }

    private void PassRest()
    {
        if (_length > 0)
        {
            _console.Write(_line.AsSpan(0, _length));
            _length = 0;
        }
    }

    // Unbuffered, like the console.
    private static FileStream? OpenSpill()
    {
        try
        {
            return new FileStream(Path.Combine(Path.GetTempPath(), Path.GetRandomFileName()), FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0, FileOptions.DeleteOnClose);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private sealed class Load(ConsoleSieve sieve) : IDisposable
    {
        private int _isOver;

        public void Dispose()
        {
            if (Interlocked.Exchange(ref _isOver, 1) == 0)
            {
                sieve.End();
            }
        }
    }
}
