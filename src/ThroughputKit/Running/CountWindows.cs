using ThroughputKit.Counting;
using static System.FormattableString;

namespace ThroughputKit.Running;

/// <summary>Computes counts per request from short windows. Pure: windows in, figures out.</summary>
/// <remarks>
/// Requests that are alike do the same in each window, and what else the process does now and then only adds to some. So a count is the smallest value that
/// more than half of the windows have. Three windows that are alike are enough if all others have more; otherwise there are ten.
/// </remarks>
/// <param name="background">What the process does in a second without any request, at least, in the order of <see cref="CountKind"/>.</param>
/// <param name="busiest">What it does at most, in some stretches.</param>
/// <param name="isOfOne">Whether all requests are alike, so that only other work, or few of them, can make a count that isn't whole.</param>
/// <param name="failedShare">The usual share of failed requests, as a fraction.</param>
internal sealed class CountWindows(double[] background, double[] busiest, bool isOfOne, double failedShare)
{
    /// <summary>The number of windows if all are alike.</summary>
    public const int MinWindows = 3;

    /// <summary>The maximum number of windows.</summary>
    public const int MaxWindows = 10;

    // Of a count, which is whole, divided by a number of requests.
    private const double Rounding = 1e-9;

    // How much more or less the background may do in a window than it does at least, or how much more often than that it was seen to do more.
    private const double ToleratedBackground = 0.5;
    private const double ToleratedEvents = 2;
    private const double ToleratedBursts = 2;

    // Per request. Beyond that, one more or less for each request could not be told from the background.
    private const double MaxTolerance = 0.5;

    // How much more than the count all windows together may have per request. More is no other work, but what requests do, if not in each window.
    private const double MaxExcess = 0.1;

    private static readonly CountKind[] _exact = [.. CountedWork.Exact.Select(w => w.Kind)];

    private readonly List<(double[] Counts, double[] Tolerances, long Completed)> _counted = [];
    private readonly double[] _sums = new double[background.Length];
    private readonly double[] _all = new double[background.Length];
    private long _completed;

    /// <summary>Gets the kinds whose counts don't depend on the machine.</summary>
    public static IReadOnlyList<CountKind> Exact => _exact;

    /// <summary>Gets whether the background may be what the run's own requests have left to do.</summary>
    public bool MayBeLeft { get; init; }

    /// <summary>Gets the number of windows taken, including those that don't count.</summary>
    public int Taken { get; private set; }

    /// <summary>Gets the reason why windows were left out; <see langword="null"/> if none was.</summary>
    public string? WhyLeftOut { get; private set; }

    /// <summary>Gets whether no more windows are needed, or more would not help.</summary>
    public bool IsOver => Taken >= MaxWindows || (_counted.Count >= MinWindows && Array.TrueForAll(_exact, AreAlike));

    /// <summary>Adds a short window of load.</summary>
    /// <param name="counts">What the process did, in the order of <see cref="CountKind"/>.</param>
    /// <param name="completed">The number of complete responses.</param>
    /// <param name="sent">The number of requests started.</param>
    /// <param name="failed">The number of failed requests.</param>
    /// <param name="length">The time in which that was counted.</param>
    public void Add(long[] counts, long completed, long sent, long failed, TimeSpan length)
    {
        if (failed > 2 * failedShare * sent)
        {
            LeaveOut("A larger share of the requests failed while they were counted than in the run. Find out why they fail.");
            return;
        }

        Taken++;
        if (completed == 0)
        {
            return;
        }

        double[] others = [.. background.Select(b => b * length.TotalSeconds)];
        double[] own = [.. counts.Zip(others, (count, b) => Math.Max(0, count - b))];
        for (var i = 0; i < own.Length; i++)
        {
            _sums[i] += own[i];
            _all[i] += counts[i];
        }

        _completed += completed;
        _counted.Add((
            [.. own.Select(c => c / completed)],
            [.. others.Select((b, i) => Tolerated(b, busiest[i] * length.TotalSeconds) / completed)],
            completed));
    }

    /// <summary>Takes a window that doesn't count.</summary>
    public void LeaveOut(string why) => (Taken, WhyLeftOut) = (Taken + 1, why);

    /// <summary>Returns a count per request; <see langword="null"/> if the windows differ too much, or there are none.</summary>
    public double? PerRequest(CountKind kind)
    {
        if (_counted.Count < 2)
        {
            return null;
        }

        if (!_exact.Contains(kind))
        {
            return _sums[(int)kind] / _completed;
        }

        var isTold = Tolerance(kind) < MaxTolerance && !IsLeft(kind);
        return isTold && OfMost(kind) is { } count && !IsNearWhole(count) && _sums[(int)kind] / _completed <= count + MaxExcess ? count : null;
    }

    /// <summary>Returns a count per request of all windows together, with what is done only now and then and in the background.</summary>
    public double OfAll(CountKind kind) => _completed == 0 ? 0 : _all[(int)kind] / _completed;

    /// <summary>Returns why a count isn't known though there were windows, with the remedy.</summary>
    public string WhyUnknown(CountKind kind)
    {
        if (_counted.Count < 2)
        {
            return WhyLeftOut ?? "Too few requests were answered while they were counted.";
        }

        if (Tolerance(kind) >= MaxTolerance)
        {
            return Invariant($"Without any request, the app does as much {busiest[(int)kind]:#,0} times a second, ")
                + "which hides what its few requests add. Turn off that other work, or send more requests at a time.";
        }

        if (IsLeft(kind))
        {
            return Invariant($"After the run, the app goes on to do as much {background[(int)kind]:#,0} times a second. It can't be told whether that is what ")
                + "requests left for later, or other work. Send fewer requests at a time with o.Connections, or turn off that other work.";
        }

        if (OfMost(kind) is { } count && IsNearWhole(count))
        {
            return Invariant($"Of {_counted[0].Completed:#,0} requests, one or two do more than the others ({count:#,0.0##} per request), ")
                + "or other work in the process does it. Give each kind of request a test, or a request of its own in a mix, or turn off that other work.";
        }

        double[] values = [.. Values(kind)];
        var range = Invariant($"{values.Min():#,0.0##} to {values.Max():#,0.0##} per request in {values.Length} short windows");
        return values[0] > values[^1] && values.Zip(values.Skip(1), (a, b) => a >= b).All(falls => falls)
            ? $"It changes over time ({range}), as with a cache that fills. Warm up for longer with o.WarmUp."
            : $"It differs from window to window ({range}): requests that do different things, as with other rows of data, are not in every window alike, "
                + "or other work in the process does it now and then. Give each kind of request a test, or a request of its own in a mix.";
    }

    private static double Tolerated(double least, double most) =>
        most > 0 ? ToleratedEvents + Math.Max(ToleratedBackground * least, ToleratedBursts * (most - least)) : Rounding;

    // The smallest value that more than half of the windows have.
    private double? OfMost(CountKind kind)
    {
        double[] values = [.. Values(kind).Order()];
        var tolerance = Tolerance(kind);
        var least = Array.FindIndex(values, value => values.Count(v => Math.Abs(v - value) <= tolerance) * 2 > values.Length);
        return least < 0 ? null : Whole(values[least], tolerance);
    }

    private bool IsLeft(CountKind kind) => MayBeLeft && background[(int)kind] > 0;

    private bool IsNearWhole(double count) =>
        isOfOne && count - Math.Floor(count) is > 0 and var more && more * _counted.Min(w => w.Completed) <= ToleratedEvents;

    private bool AreAlike(CountKind kind)
    {
        var alike = Values(kind).Count(v => v - Values(kind).Min() <= Tolerance(kind));
        return alike >= MinWindows && alike * 2 > _counted.Count;
    }

    private IEnumerable<double> Values(CountKind kind) => _counted.Select(w => w.Counts[(int)kind]);

    private double Tolerance(CountKind kind) => _counted.Max(w => w.Tolerances[(int)kind]);

    // What is left of the background is in no request.
    private static double Whole(double value, double tolerance) =>
        Math.Abs(value - Math.Round(value)) <= tolerance ? Math.Round(value) : Math.Round(value, 6);
}
