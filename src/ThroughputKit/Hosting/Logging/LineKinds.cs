namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Counts the lines that an app prints, by kind. Lines are of the same kind if they differ only in words that contain a digit, such as times, numbers and
/// identifiers. A line of a known kind allocates nothing. Any thread may add lines and read the counts.
/// </summary>
internal sealed class LineKinds
{
    // An app whose lines never repeat has no kinds worth reporting.
    private const int MaxKinds = 1_000;
    private const int MaxOfAnExample = 200;

    private readonly Lock _lock = new();
    private readonly Dictionary<ulong, Kind> _kinds = [];
    private long _lines;

    /// <summary>Gets the number of lines so far.</summary>
    public long Lines => Volatile.Read(ref _lines);

    /// <summary>Returns the kinds, each with its first line, the most frequent first.</summary>
    public IReadOnlyList<(string Example, long Lines)> MostFrequent()
    {
        lock (_lock)
        {
            return [.. _kinds.Values.OrderByDescending(k => k.Lines).Select(k => (k.Example, k.Lines))];
        }
    }

    /// <summary>Returns the number of log entries per category so far, the most frequent first.</summary>
    public IReadOnlyList<(string Category, long Entries)> Categories()
    {
        lock (_lock)
        {
            return
            [
                .. _kinds.Values.Where(k => k.Category is not null).GroupBy(k => k.Category!, StringComparer.Ordinal)
                    .Select(g => (g.Key, g.Sum(k => k.Lines))).OrderByDescending(c => c.Item2),
            ];
        }
    }

    /// <returns>The number of earlier lines of the same kind; <see cref="long.MaxValue"/> if there are too many kinds to count a new one.</returns>
    public long Add(ReadOnlySpan<char> line)
    {
        var hash = Hash(line);
        lock (_lock)
        {
            _lines++;
            if (!_kinds.TryGetValue(hash, out var kind))
            {
                if (_kinds.Count == MaxKinds)
                {
                    return long.MaxValue;
                }

                _kinds.Add(hash, kind = new Kind(line[..Math.Min(line.Length, MaxOfAnExample)].TrimEnd().ToString()));
            }

            return kind.Lines++;
        }
    }

    public void Clear()
    {
        lock (_lock)
        {
            _kinds.Clear();
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

    private sealed class Kind(string example)
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
