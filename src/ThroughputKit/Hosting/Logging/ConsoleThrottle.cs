using System.Text;

namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Filters the console output of an app of this process. While the app is loaded, the first few lines of each pattern pass and the rest, which would be a
/// flood, are counted. They are written to a file of limited size that nobody reads, so that they cost the app as much as lines cost in production.
/// </summary>
/// <param name="console">The console.</param>
/// <param name="folder">The folder of the file; <see langword="null"/> for the temporary folder.</param>
internal sealed class ConsoleThrottle(TextWriter console, string? folder = null) : TextWriter
{
    private const int LongestLine = 4 * 1024;
    private const long MaxSpilled = 8 * 1024 * 1024;

    private static readonly Lock _installing = new();
    private static ConsoleThrottle? _installed;
    private static TextWriter? _asInstalled;

    private readonly Lock _lock = new();
    private readonly char[] _line = new char[LongestLine];
    private StreamWriter? _spill;
    private int _length;
    private int _loads;
    private bool _isPassing;
    private long _leftOut;

    /// <summary>Gets the counter of the lines that the app has printed since the load began.</summary>
    public LinePatterns Printed { get; } = new();

    /// <summary>Returns the throttle for a load. Only an app of this process has it installed.</summary>
    /// <param name="isInProcess">Whether an app of this process is loaded.</param>
    /// <returns>The throttle; <see langword="null"/> if there is none.</returns>
    public static ConsoleThrottle? For(bool isInProcess) => isInProcess ? Install() : _installed;

    public override Encoding Encoding => console.Encoding;

    /// <summary>
    /// Installs a throttle on the console, before an app that will log to it is created. It stays there, and passes everything while nothing is
    /// loaded.
    /// </summary>
    public static ConsoleThrottle Install()
    {
        lock (_installing)
        {
            if (_installed is null || Console.Out != _asInstalled)
            {
                _installed = new ConsoleThrottle(Console.Out);
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
                Printed.Clear();
                _leftOut = 0;
                _spill ??= new StreamWriter(OpenSpill(), new UTF8Encoding(), LongestLine) { AutoFlush = true };
            }
        }

        return new Load(this);
    }

    public override void Write(char value) => Write([value]);

    public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

    public override void Write(string? value) => Write(value.AsSpan());

    public override void Write(ReadOnlySpan<char> text)
    {
        StartOutput.Add(text);
        lock (_lock)
        {
            if (_loads == 0)
            {
                console.Write(text);
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

    public override void Flush() => console.Flush();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _spill?.Dispose();
        }

        base.Dispose(disposing);
    }

    // Reports the lines that were left out. Whoever prints holds Console.Out, then takes this lock, and then that of the console, whose writes on Unix take
    // Console.Out once more. So the report takes them in that order too, and is written without this lock.
    private void End()
    {
        string rest;
        lock (_lock)
        {
            if (--_loads > 0)
            {
                return;
            }

            rest = $"{_line.AsSpan(0, _length)}"; // the beginning of a line
            _length = 0;
            if (_leftOut > 0)
            {
                rest += Printed.LeftOut(_leftOut, "that the app printed while it was loaded") + NewLine;
            }
        }

        if (rest.Length > 0)
        {
            lock (Console.Out)
            {
                console.Write(rest);
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
            _isPassing = Printed.Add(line) < LinePatterns.MaxThatPass;
            Put(line);
            _length = 0;
        }
    }

    private void Put(ReadOnlySpan<char> text)
    {
        if (_isPassing)
        {
            console.Write(text);
            return;
        }

        _leftOut += text.Count('\n');
        var spill = _spill!;
        if (spill.BaseStream.Position > MaxSpilled)
        {
            spill.BaseStream.Position = 0;
        }

        spill.Write(text);
    }

    // Unbuffered, like the console. The file loses its name at once, so nothing is left of it however this process ends.
    private Stream OpenSpill()
    {
        try
        {
            var path = Path.Combine(folder ?? Path.GetTempPath(), Path.GetRandomFileName());
            var file = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
            File.Delete(path);
            return file;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Stream.Null;
        }
    }

    private sealed class Load(ConsoleThrottle throttle) : IDisposable
    {
        private ConsoleThrottle? _throttle = throttle;

        public void Dispose() => Interlocked.Exchange(ref _throttle, null)?.End();
    }
}
