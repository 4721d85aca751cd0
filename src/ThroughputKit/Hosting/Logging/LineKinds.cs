namespace ThroughputKit.Hosting.Logging;

/// <summary>
/// Counts lines by kind. Lines are of the same kind if they differ only in words that contain a digit, such as times, numbers and identifiers. A line of
/// a known kind allocates nothing.
/// </summary>
internal sealed class LineKinds
{
    // An app whose lines never repeat has no kinds worth reporting.
    private const int MostKinds = 1_000;
    private const int MostOfAnExample = 200;

    private readonly Dictionary<ulong, LineKind> _kinds = [];

    /// <summary>Gets the number of lines.</summary>
    public long Lines { get; private set; }

    /// <summary>Gets the kinds, the most frequent first.</summary>
    public IEnumerable<LineKind> MostFrequent => _kinds.Values.Where(k => k.Lines > 0).OrderByDescending(k => k.Lines);

    /// <summary>Returns the number of log entries per category, the most frequent first.</summary>
    public IReadOnlyList<(string Category, long Entries)> Categories() =>
    [
        .. _kinds.Values.Where(k => k is { Category: not null, Lines: > 0 }).GroupBy(k => k.Category!, StringComparer.Ordinal)
            .Select(g => (g.Key, g.Sum(k => k.Lines))).OrderByDescending(c => c.Item2),
    ];

    /// <returns>The number of earlier lines of the same kind; <see cref="long.MaxValue"/> if there are too many kinds to count a new one.</returns>
    public long Add(ReadOnlySpan<char> line)
    {
        Lines++;
        var hash = Hash(line);
        if (!_kinds.TryGetValue(hash, out var kind))
        {
            if (_kinds.Count == MostKinds)
            {
                return long.MaxValue;
            }

            _kinds.Add(hash, kind = new LineKind(line[..Math.Min(line.Length, MostOfAnExample)].TrimEnd().ToString()));
        }

        return kind.Lines++;
    }

    public void Clear()
    {
        Lines = 0;
        if (_kinds.Count == MostKinds)
        {
            _kinds.Clear();
        }

        foreach (var kind in _kinds.Values)
        {
            kind.Lines = 0; // known kinds are kept, so they cost nothing when they occur again
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
}
