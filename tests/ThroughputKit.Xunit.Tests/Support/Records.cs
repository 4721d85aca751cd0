using System.Diagnostics;
using System.Globalization;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>Records that specimens write of when they ran, in a separate folder.</summary>
internal sealed class Records : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <summary>Gets the variables that make specimens write records and share one lock.</summary>
    public (string, string)[] Environment =>
        [("SPECIMENS_RECORDS", _folder.Path), ("THROUGHPUTKIT_LOCK_FILE", _folder.File("measuring.lock")), ("THROUGHPUTKIT_MAX_WAIT_SECONDS", "120")];

    public IReadOnlyList<(long Begun, long Ended)> Of(string kind) =>
        [.. Directory.GetFiles(_folder.Path, $"{kind}-*").Select(f => File.ReadAllText(f).Split(' ')).Select(t => (Number(t[0]), Number(t[1])))];

    /// <summary>How long anything of one kind ran at the same time as anything of the other.</summary>
    public TimeSpan Overlap(string kind, string other) => Sum(
        from a in Of(kind) from b in Of(other) select Common(a, b));

    /// <summary>How long any two of one kind ran at the same time.</summary>
    public TimeSpan Overlap(string kind)
    {
        var all = Of(kind);
        return Sum(from i in Enumerable.Range(0, all.Count) from j in Enumerable.Range(0, i) select Common(all[i], all[j]));
    }

    public void Dispose() => _folder.Dispose();

    private static long Common((long Begun, long Ended) a, (long Begun, long Ended) b) =>
        Math.Max(0, Math.Min(a.Ended, b.Ended) - Math.Max(a.Begun, b.Begun));

    private static TimeSpan Sum(IEnumerable<long> ticks) => Stopwatch.GetElapsedTime(0, ticks.Sum());

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
