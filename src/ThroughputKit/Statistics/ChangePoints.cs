namespace ThroughputKit.Statistics;

/// <summary>
/// Finds where a series of noisy values changes its level. Each level has at least three values, and no change rests on two: it must be significant without the
/// two values of either level that speak for it most. Deterministic, unlike tests by random permutations.
/// </summary>
/// <remarks>
/// E-divisive (D. S. Matteson and N. A. James, A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data, 2014) splits where the two
/// parts differ most. As in Apache Otava, Student's t-test judges a split. A later change must not hide an earlier one, so splits are searched in intervals of
/// many lengths (S. Kovács et al., Seeded Binary Segmentation, 2020), and changes that are none beside the levels next to them are given up.
/// </remarks>
internal static class ChangePoints
{
    /// <summary>The minimum number of values of a level.</summary>
    public const int LeastOfLevel = 3;

    private const int LeftOut = 2;

    // The most significant of many splits is significant by chance more often than one. Without the values left out, less than 1% of series have a change then.
    private const double Significance = 0.001;

    private static readonly double _shorter = Math.Sqrt(0.5);

    /// <summary>Returns the index of the first value of each level but the first, in their order.</summary>
    /// <param name="values">The series.</param>
    /// <param name="leastShare">The difference between two levels, as a share of the earlier one, that is worth mentioning.</param>
    public static IReadOnlyList<int> Find(IReadOnlyList<double> values, double leastShare = 0)
    {
        double[] series = [.. values];
        List<int> found = [];
        Search(series, 0, series.Length, leastShare, found);
        found.Sort();
        while (found.Count > 0)
        {
            int[] ends = [0, .. found, series.Length];
            var (strength, weakest) = Enumerable.Range(0, found.Count).Select(i => (Strength(series, ends[i], ends[i + 1], ends[i + 2], leastShare), i)).Min();
            if (strength > 1)
            {
                break;
            }

            found.RemoveAt(weakest);
        }

        return found;
    }

    // Finds the clearest change between two indices, and then those on both sides of it.
    private static void Search(double[] series, int from, int to, double leastShare, List<int> found)
    {
        var (best, at) = (1.0, -1);
        foreach (var (start, end) in Intervals(from, to))
        {
            var split = start + Split(series.AsSpan(start, end - start));
            var strength = split is { } index ? Strength(series, start, index, end, leastShare) : 0;
            if (strength > best)
            {
                (best, at) = (strength, split!.Value);
            }
        }

        if (at >= 0)
        {
            found.Add(at);
            Search(series, from, at, leastShare, found);
            Search(series, at, to, leastShare, found);
        }
    }

    // The whole, then shorter and shorter intervals, of which each overlaps the next one by half.
    private static IEnumerable<(int Start, int End)> Intervals(int from, int to)
    {
        var whole = to - from;
        for (double length = whole; length >= 2 * LeastOfLevel; length *= _shorter)
        {
            var rounded = (int)Math.Ceiling(length);
            var count = Math.Max(1, (2 * (int)Math.Ceiling(whole / length)) - 1);
            for (var i = 0; i < count; i++)
            {
                var start = from + (count == 1 ? 0 : (int)Math.Round((double)i * (whole - rounded) / (count - 1)));
                yield return (start, start + rounded);
            }
        }
    }

    // The split with the largest energy distance between both parts; null if the parts would be too short.
    private static int? Split(ReadOnlySpan<double> values)
    {
        var (left, right) = (0.0, 0.0); // the sums of the distances within the parts
        for (var i = 0; i < values.Length; i++)
        {
            right += Distances(values[(i + 1)..], values[i]);
        }

        var (all, best, at) = (right, double.NegativeInfinity, (int?)null);
        for (var split = 1; split <= values.Length - LeastOfLevel; split++)
        {
            var moved = values[split - 1];
            left += Distances(values[..(split - 1)], moved);
            right -= Distances(values[split..], moved);
            if (split < LeastOfLevel)
            {
                continue;
            }

            var (m, n) = ((double)split, (double)(values.Length - split));
            var energy = m * n / (m + n) * ((2 * (all - left - right) / (m * n)) - (2 * left / (m * m)) - (2 * right / (n * n)));
            if (energy > best)
            {
                (best, at) = (energy, split);
            }
        }

        return at;
    }

    private static double Distances(ReadOnlySpan<double> values, double from)
    {
        var sum = 0.0;
        foreach (var value in values)
        {
            sum += Math.Abs(value - from);
        }

        return sum;
    }

    // How many times as large as necessary Student's t is for a change at an index.
    private static double Strength(double[] series, int from, int at, int to, double leastShare)
    {
        var (before, after) = (series[from..at], series[at..to]);
        Array.Sort(before);
        Array.Sort(after);
        var (low, high) = Middle(before) <= Middle(after) ? (before, after) : (after, before);
        if (Middle(high) - Middle(low) < leastShare * Math.Abs(Middle(before)))
        {
            return 0;
        }

        (low, high) = (low[LeftOut..], high[..^LeftOut]);
        var degreesOfFreedom = low.Length + high.Length - 2;
        var difference = high.Average() - low.Average();
        if (degreesOfFreedom < 1 || difference <= 0)
        {
            return 0;
        }

        var variance = (SquaresOf(low) + SquaresOf(high)) / degreesOfFreedom;
        var error = Math.Sqrt(variance * ((1.0 / low.Length) + (1.0 / high.Length)));
        return error == 0 ? double.MaxValue : difference / error / StudentT.QuantileAbove(Significance / 2, degreesOfFreedom);
    }

    private static double Middle(double[] sorted) => (sorted[sorted.Length / 2] + sorted[(sorted.Length - 1) / 2]) / 2;

    private static double SquaresOf(double[] values)
    {
        var mean = values.Average();
        return values.Sum(v => (v - mean) * (v - mean));
    }
}
