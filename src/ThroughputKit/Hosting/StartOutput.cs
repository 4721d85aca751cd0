using System.Text;

namespace ThroughputKit.Hosting;

/// <summary>Keeps the end of what this process prints while an app starts. Starts may overlap: each keeps what is printed meanwhile.</summary>
internal sealed class StartOutput : IDisposable
{
    private const int MaxLines = 40;
    private const int MaxCharacters = 8 * 1024;

    // The framework's console log writes on a thread of its own.
    private static readonly TimeSpan _writing = TimeSpan.FromMilliseconds(200);

    private static readonly Lock _lock = new();
    private static readonly List<StartOutput> _open = [];
    private static TextWriter? _tee;
    private static volatile bool _isOpen;

    private readonly StringBuilder _text = new();

    private StartOutput()
    {
    }

    /// <summary>Begins to keep what is printed, until the returned object is disposed.</summary>
    public static StartOutput Begin()
    {
        var output = new StartOutput();
        lock (_lock)
        {
            if (Console.Error != _tee)
            {
                Console.SetError(new ErrorTee(Console.Error)); // it stays, because others may have kept it, and passes everything on
                _tee = Console.Error;
            }

            _open.Add(output);
            _isOpen = true;
        }

        return output;
    }

    public static void Add(ReadOnlySpan<char> text)
    {
        if (!_isOpen)
        {
            return;
        }

        lock (_lock)
        {
            foreach (var output in _open)
            {
                output._text.Append(text);
                output._text.Remove(0, Math.Max(0, output._text.Length - MaxCharacters));
            }
        }
    }

    /// <summary>Returns the last lines, as a sentence that ends a message.</summary>
    public async Task<string> DescribeAsync()
    {
        await Task.Delay(_writing).ConfigureAwait(false);
        string text;
        lock (_lock)
        {
            text = _text.ToString();
        }

        var lines = text.ReplaceLineEndings("\n").Split('\n').Select(l => l.TrimEnd()).Where(l => l.Length > 0).TakeLast(MaxLines);
        return text.Length == 0 ? "It printed nothing." : $"The last that was printed meanwhile:{Environment.NewLine}{string.Join(Environment.NewLine, lines)}";
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _open.Remove(this);
            _isOpen = _open.Count > 0;
        }
    }

    private sealed class ErrorTee(TextWriter console) : TextWriter
    {
        public override Encoding Encoding => console.Encoding;

        public override void Write(char value) => Write([value]);

        public override void Write(char[] buffer, int index, int count) => Write(buffer.AsSpan(index, count));

        public override void Write(string? value) => Write(value.AsSpan());

        public override void Write(ReadOnlySpan<char> text)
        {
            Add(text);
            console.Write(text);
        }

        public override void Flush() => console.Flush();
    }
}
