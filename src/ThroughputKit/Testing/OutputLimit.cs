using System.Text;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Testing;

/// <summary>
/// Limits a test's own output, which can be the log of an app that is loaded. The first thousand lines pass and, of those that follow, the first few of each
/// pattern. Any thread may add text.
/// </summary>
internal sealed class OutputLimit
{
    private const int MaxUnlimited = 1_000;

    private readonly Lock _lock = new();
    private readonly StringBuilder _passed = new();
    private readonly LinePatterns _patterns = new();
    private readonly HashSet<string> _exempt = new(StringComparer.Ordinal);
    private int _unlimited;
    private long _leftOut;

    /// <summary>Gets all that has passed.</summary>
    public string Passed
    {
        get
        {
            lock (_lock)
            {
                return _passed.ToString();
            }
        }
    }

    /// <summary>Gets the line that says what was left out; <see langword="null"/> if nothing was.</summary>
    public string? LeftOut
    {
        get
        {
            lock (_lock)
            {
                return _leftOut == 0 ? null : _patterns.LeftOut(_leftOut, "that went to the test's output");
            }
        }
    }

    /// <summary>Lets the lines of a text pass, which aren't the test's own.</summary>
    public void Exempt(string text)
    {
        lock (_lock)
        {
            _exempt.UnionWith(text.Split('\n').Select(l => l.TrimEnd()));
        }
    }

    /// <param name="text">Whole lines.</param>
    /// <returns>What passes of them.</returns>
    public string Add(string text)
    {
        lock (_lock)
        {
            var before = _passed.Length;
            for (var rest = text.AsSpan(); !rest.IsEmpty;)
            {
                var end = rest.IndexOf('\n');
                var line = end < 0 ? rest : rest[..(end + 1)];
                Take(line);
                rest = rest[line.Length..];
            }

            return _passed.ToString(before, _passed.Length - before);
        }
    }

    private void Take(ReadOnlySpan<char> line)
    {
        if (_exempt.GetAlternateLookup<ReadOnlySpan<char>>().Contains(line.TrimEnd())
            || _unlimited++ < MaxUnlimited || _patterns.Add(line) < LinePatterns.MaxThatPass)
        {
            _passed.Append(line);
        }
        else
        {
            _leftOut++;
        }
    }
}
