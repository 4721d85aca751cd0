namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Counts the lines that an app prints, by pattern. Lines have the same pattern if they differ only in words that contain a digit, such as times, numbers and
/// identifiers. A line of a known pattern allocates nothing. Any thread may add lines and read the counts.
/// </summary>
internal sealed class LinePatterns
{
    /// <summary>The number of lines of one pattern that pass where lines are limited.</summary>
    public const int MaxThatPass = 3;

    private const int PatternsReported = 3;

    // An app whose lines never repeat has no patterns worth reporting.
    private const int MaxPatterns = 1_000;
    private const int MaxOfAnExample = 200;

    private readonly Lock _lock = new();
    private readonly Dictionary<ulong, Pattern> _patterns = [];
    private long _lines;

    /// <summary>Gets the number of lines so far.</summary>
    public long Lines => Volatile.Read(ref _lines);

    /// <summary>Returns the patterns, each with its first line, the most frequent first.</summary>
    public IReadOnlyList<(string Example, long Lines)> MostFrequent()
    {
        lock (_lock)
        {
            return [.. _patterns.Values.OrderByDescending(p => p.Lines).Select(p => (p.Example, p.Lines))];
        }
    }

    /// <summary>Returns the number of log entries per category so far, the most frequent first.</summary>
    public IReadOnlyList<(string Category, long Entries)> Categories()
    {
        lock (_lock)
        {
            return
            [
                .. _patterns.Values.Where(p => p.Category is not null).GroupBy(p => p.Category!, StringComparer.Ordinal)
                    .Select(g => (g.Key, g.Sum(p => p.Lines))).OrderByDescending(c => c.Item2),
            ];
        }
    }

    /// <returns>The number of earlier lines of the same pattern; <see cref="long.MaxValue"/> if there are too many patterns to count a new one.</returns>
    public long Add(ReadOnlySpan<char> line)
    {
        var hash = Hash(line);
        lock (_lock)
        {
            _lines++;
            if (!_patterns.TryGetValue(hash, out var pattern))
            {
                if (_patterns.Count == MaxPatterns)
                {
                    return long.MaxValue;
                }

                _patterns.Add(hash, pattern = new Pattern(line[..Math.Min(line.Length, MaxOfAnExample)].TrimEnd().ToString()));
            }

            return pattern.Lines++;
        }
    }

    /// <summary>Returns the line that says how many lines were left out, with examples.</summary>
    /// <param name="lines">How many.</param>
    /// <param name="which">Which lines, as a clause.</param>
    public string LeftOut(long lines, string which)
    {
        var examples = MostFrequent().Take(PatternsReported).Where(p => p.Lines > MaxThatPass)
            .Select(p => FormattableString.Invariant($"{p.Lines - MaxThatPass:N0} like \"{p.Example.Trim()}\""));
        return $"ThroughputKit left out {Counted.Of(lines, "line")} {which}: {string.Join("; ", examples)}";
    }

    public void Clear()
    {
        lock (_lock)
        {
            _patterns.Clear();
            _lines = 0;
        }
    }

    // The 64-bit hash of Fowler, Noll and Vo. All words that contain a digit count as the same word.
    private static ulong Hash(ReadOnlySpan<char> line)
    {
        const ulong Offset = 14_695_981_039_346_656_037, Prime = 1_099_511_628_211, Number = '0';
        var hash = Offset;
        for (var at = 0; at < line.Length;)
        {
            var (word, hasDigit, end) = (hash, false, at);
            for (; end < line.Length && char.IsAsciiLetterOrDigit(line[end]); end++)
            {
                word = (word ^ line[end]) * Prime;
                hasDigit |= char.IsAsciiDigit(line[end]);
            }

            hash = end == at ? (hash ^ line[end++]) * Prime : hasDigit ? (hash ^ Number) * Prime : word;
            at = end;
        }

        return hash;
    }

    private sealed class Pattern(string example)
    {
        // The framework's console log begins an entry like this: "info: Shop.Orders[7]".
        private static readonly string[] _levels = ["trce: ", "dbug: ", "info: ", "warn: ", "fail: ", "crit: "];

        public string Example { get; } = example;

        public long Lines { get; set; }

        /// <summary>Gets the category of the log entry that the line begins; <see langword="null"/> if it begins none.</summary>
        public string? Category { get; } = Array.Exists(_levels, l => example.StartsWith(l, StringComparison.Ordinal))
            && example.IndexOf('[', StringComparison.Ordinal) is > 6 and var end
            ? example[6..end]
            : null;
    }
}
