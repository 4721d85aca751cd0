using System.Numerics;

namespace ThroughputKit.Recording;

/// <summary>
/// Counts latencies in nanoseconds in logarithmic buckets: 128 per power of two, so a bucket is never wider than 1/128 (0.8%) of the values
/// in it. Recording is arithmetic on a fixed array. One thread records; any thread may merge later.
/// </summary>
/// <remarks>The bucket layout is that of HdrHistogram (G. Tene). Values beyond the last bucket are clamped and counted.</remarks>
internal sealed class LatencyHistogram
{
    /// <summary>The largest value that has its own bucket: about 73 minutes.</summary>
    public const long MaxValue = (1L << MaxBits) - 1;

    private const int SubBits = 7;
    private const int SubCount = 1 << SubBits;
    private const int MaxBits = 42;
    private const int BucketCount = (MaxBits - SubBits + 1) * SubCount;

    private readonly long[] _counts = new long[BucketCount];
    public long Count { get; private set; }

    public long Min { get; private set; } = long.MaxValue;

    public long Max { get; private set; }

    /// <summary>Gets the number of values outside 0 to <see cref="MaxValue"/>, which were counted at the nearer end.</summary>
    public long Clamped { get; private set; }

    /// <summary>Gets the sum of all values. Long waits of many requests exceed a long.</summary>
    public double Sum { get; private set; }

    public double SumOfSquares { get; private set; }

    public double Mean => Count == 0 ? 0 : Sum / Count;

    public double StandardDeviation =>
        Count == 0 ? 0 : Math.Sqrt(Math.Max(0, (SumOfSquares / Count) - (Mean * Mean)));

    /// <summary>Returns the histogram that has these buckets, as <see cref="Buckets"/> returns them.</summary>
    /// <exception cref="ArgumentException">There is no such bucket, or a figure is impossible beside the buckets.</exception>
    public static LatencyHistogram Of(
        IEnumerable<(long Low, long Count)> buckets, double sum, double sumOfSquares, long min, long max, long clamped)
    {
        var histogram = new LatencyHistogram { Sum = sum, SumOfSquares = sumOfSquares, Min = min, Max = max, Clamped = clamped };
        foreach (var (low, count) in buckets)
        {
            if ((ulong)low > MaxValue || count < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(buckets));
            }

            histogram._counts[BucketOf(low)] += count;
            histogram.Count = checked(histogram.Count + count);
        }

        return histogram.Buckets() is [var first, ..] and [.., var last]
            && min >= first.Low && min <= Math.Min(first.High, max) && max >= last.Low && max <= last.High
            && clamped >= 0 && clamped <= histogram.Count && sum is >= 0 and < double.PositiveInfinity && sumOfSquares is >= 0 and < double.PositiveInfinity
            ? histogram
            : throw new ArgumentException("The figures are not those of the buckets.", nameof(buckets));
    }

    /// <summary>Returns the histogram of the values of several.</summary>
    public static LatencyHistogram Merge(IEnumerable<LatencyHistogram> histograms)
    {
        var merged = new LatencyHistogram();
        foreach (var one in histograms)
        {
            merged.Add(one);
        }

        return merged;
    }

    public void Record(long nanoseconds)
    {
        if ((ulong)nanoseconds > MaxValue)
        {
            Clamped++;
            nanoseconds = nanoseconds < 0 ? 0 : MaxValue;
        }

        _counts[BucketOf(nanoseconds)]++;
        Count++;
        Sum += nanoseconds;
        SumOfSquares += (double)nanoseconds * nanoseconds;
        if (nanoseconds < Min)
        {
            Min = nanoseconds;
        }

        if (nanoseconds > Max)
        {
            Max = nanoseconds;
        }
    }

    public void Clear()
    {
        if (Count > 0)
        {
            Array.Clear(_counts);
        }

        (Sum, SumOfSquares, Count, Clamped, Min, Max) = (0, 0, 0, 0, long.MaxValue, 0);
    }

    public void Add(LatencyHistogram other)
    {
        if (other.Count == 0)
        {
            return;
        }

        for (var i = 0; i < BucketCount; i++)
        {
            _counts[i] += other._counts[i];
        }

        Count += other.Count;
        Clamped += other.Clamped;
        Sum += other.Sum;
        SumOfSquares += other.SumOfSquares;
        Min = Math.Min(Min, other.Min);
        Max = Math.Max(Max, other.Max);
    }

    /// <summary>Sets this to the values that a histogram, which may be written to, has gained since <paramref name="earlier"/>, a copy of it.</summary>
    public void SetToDifference(LatencyHistogram later, LatencyHistogram earlier)
    {
        Clear();
        for (var i = 0; i < BucketCount; i++)
        {
            _counts[i] = later._counts[i] - earlier._counts[i];
            Count += _counts[i];
        }

        (Sum, Min, Max) = (later.Sum - earlier.Sum, 0, later.Max);
    }

    /// <summary>Returns the smallest bucket edge that at least this percentage of the values do not exceed; at most <see cref="Max"/>; 0 if empty.</summary>
    public long Percentile(double percent) => Count == 0 ? 0 : AtRank(RankOf(percent, Count));

    /// <summary>
    /// Returns the rank of a percentile: the number of values that it is not below. Uses decimal, because 1000 * 0.999 is slightly more than
    /// 999 in binary.
    /// </summary>
    public static long RankOf(double percent, long count) => Math.Max(1, (long)Math.Ceiling(count * (decimal)percent / 100));

    /// <summary>Returns the bucket edge of the value with a rank, from 1 for the smallest; <see cref="Max"/> beyond the last.</summary>
    public long AtRank(long rank)
    {
        long seen = 0;
        for (var i = 0; i < BucketCount; i++)
        {
            seen += _counts[i];
            if (seen >= rank)
            {
                return Math.Min(Math.Max(UpperEdge(i), Min), Max); // while another thread records its first value, Min may exceed Max
            }
        }

        return Max;
    }

    /// <summary>Returns the share of values in buckets whose middle lies within these bounds, as a fraction.</summary>
    public double ShareWithin(double low, double high)
    {
        long within = 0;
        for (var i = 0; i < BucketCount; i++)
        {
            var middle = (LowerEdge(i) + UpperEdge(i)) / 2.0;
            within += middle >= low && middle <= high ? _counts[i] : 0;
        }

        return Count == 0 ? 0 : (double)within / Count;
    }

    /// <summary>Returns the buckets that hold values, the lowest first, each with the smallest and the largest value that falls into it.</summary>
    public IReadOnlyList<(long Low, long High, long Count)> Buckets()
    {
        List<(long Low, long High, long Count)> buckets = [];
        for (var i = 0; i < BucketCount; i++)
        {
            if (_counts[i] > 0)
            {
                buckets.Add((LowerEdge(i), UpperEdge(i), _counts[i]));
            }
        }

        return buckets;
    }

    internal static int BucketOf(long value)
    {
        // Below 256 a bucket holds one value. Above, the 7 bits after the leading one choose the bucket.
        var shift = Math.Max(0, BitOperations.Log2((ulong)value | 1) - SubBits);
        return (shift << SubBits) + (int)(value >> shift);
    }

    internal static long LowerEdge(int bucket)
    {
        var shift = Math.Max(0, (bucket >> SubBits) - 1);
        return (bucket - ((long)shift << SubBits)) << shift;
    }

    internal static long UpperEdge(int bucket) => LowerEdge(bucket + 1) - 1;
}
