namespace ThroughputKit.Measurement;

/// <summary>Decides from short windows how many bytes a request allocates. Pure: windows in, figure out.</summary>
/// <remarks>
/// What else a process does only adds to a window, so the smallest is nearest to the truth. But the runtime's count can also fall (see
/// docs/measuring.md), so the smallest counts only if another window confirms it. Until one does, and before a limit counts as
/// exceeded, more windows are taken.
/// </remarks>
/// <param name="backgroundBytesPerSecond">What the process allocates without any request.</param>
/// <param name="failedShare">The share of requests that fails anyway, as a fraction.</param>
/// <param name="limit">The bytes a request that are allowed.</param>
internal sealed class AllocationWindows(double backgroundBytesPerSecond, double failedShare, double limit)
{
    /// <summary>How many windows are taken at least.</summary>
    public const int Least = 5;

    /// <summary>How many windows must have counted before a limit counts as exceeded.</summary>
    public const int LeastBeyond = 10;

    /// <summary>How many windows are taken at most.</summary>
    public const int Most = 20;

    // Windows of identical code differ by less than this: docs/measuring.md has the figures.
    private const double ToleratedBytes = 4;
    private const double ToleratedShare = 0.005;
    private const double ToleratedBytesOfWindow = 4_096;

    private readonly List<(double Bytes, long Completed, double Background)> _counted = [];

    /// <summary>Gets how many windows were taken, those included that don't count.</summary>
    public int Taken { get; private set; }

    /// <summary>Gets the bytes a request of each window that counts, without the background.</summary>
    public IReadOnlyList<double> BytesPerRequest => [.. _counted.Select(w => w.Bytes)];

    /// <summary>Gets whether windows were left out because more requests failed in them than do anyway.</summary>
    public bool HasFailed { get; private set; }

    /// <summary>Gets the smallest window's bytes a request, if another confirms it.</summary>
    public double? Figure
    {
        get
        {
            var (first, second) = Smallest();
            return second.Completed > 0 && second.Bytes - first.Bytes <= Tolerance(first.Bytes, Math.Min(first.Completed, second.Completed)) ? first.Bytes : null;
        }
    }

    /// <summary>Gets the share of the background in what the smallest window allocated.</summary>
    public double BackgroundShare => Smallest().First is { Background: > 0 } first ? first.Background / (first.Background + first.Bytes) : 0;

    /// <summary>Gets whether no more windows are needed, or none would help.</summary>
    public bool IsOver => Taken >= Most || (Figure is { } figure && _counted.Count >= (figure <= limit ? Least : LeastBeyond));

    /// <summary>The bytes a request by which two windows may differ that confirm each other.</summary>
    public static double Tolerance(double bytesPerRequest, long completed) =>
        Math.Max(ToleratedBytes, ToleratedShare * bytesPerRequest) + (ToleratedBytesOfWindow / completed);

    public void Add(AllocationWindow window)
    {
        Taken++;
        if (window.Failed > 2 * failedShare * window.Sent)
        {
            HasFailed = true; // an error page allocates as it likes
            return;
        }

        if (window.Completed == 0)
        {
            return;
        }

        // Fewer bytes than the background alone can't be right.
        var background = backgroundBytesPerSecond * window.Length.TotalSeconds / window.Completed;
        var bytes = ((double)window.AllocatedBytes / window.Completed) - background;
        if (bytes >= -Tolerance(0, window.Completed))
        {
            _counted.Add((Math.Max(0, bytes), window.Completed, background));
        }
    }

    private ((double Bytes, long Completed, double Background) First, (double Bytes, long Completed, double Background) Second) Smallest()
    {
        var two = _counted.OrderBy(w => w.Bytes).Take(2).ToList();
        return (two.ElementAtOrDefault(0), two.ElementAtOrDefault(1));
    }
}
