namespace ThroughputKit.Running;

/// <summary>Computes the allocated bytes per request from short windows. Pure: windows in, figure out.</summary>
/// <remarks>
/// Other work in the process only adds to a window, so the smallest window is closest to the true value. But the runtime's count can also
/// fall (see docs/measuring.md), so the smallest window counts only if a second one confirms it. More windows are taken until one does, and
/// before a limit counts as exceeded.
/// </remarks>
/// <param name="backgroundBytesPerSecond">The bytes per second that the process allocates without any request.</param>
/// <param name="failedShare">The usual share of failed requests, as a fraction.</param>
/// <param name="limit">The maximum allowed bytes per request.</param>
internal sealed class AllocationWindows(double backgroundBytesPerSecond, double failedShare, double limit)
{
    /// <summary>The minimum number of windows.</summary>
    public const int MinWindows = 3;

    /// <summary>The minimum number of counted windows before a limit counts as exceeded.</summary>
    public const int MinBeyond = 10;

    /// <summary>The maximum number of windows.</summary>
    public const int MaxWindows = 20;

    // Windows of identical code differ by less than this. The figures are in docs/measuring.md.
    private const double ToleratedBytes = 4;
    private const double ToleratedShare = 0.005;
    private const double ToleratedBytesOfWindow = 4_096;

    // A long stretch has more of whatever else the process does.
    private const double ToleratedShareOfWhole = 0.02;
    private const double ToleratedBytesOfWhole = 32_768;

    private readonly List<(double Bytes, long Completed, double Background)> _counted = [];

    /// <summary>Gets the bytes per second that the process allocates without any request.</summary>
    public double BackgroundBytesPerSecond => backgroundBytesPerSecond;

    /// <summary>Gets the number of windows taken, including those that don't count.</summary>
    public int Taken { get; private set; }

    /// <summary>Gets the bytes per request of each window that counts, without the background.</summary>
    public IReadOnlyList<double> BytesPerRequest => [.. _counted.Select(w => w.Bytes)];

    /// <summary>Gets the reason why windows were left out; <see langword="null"/> if none was, or only for its count.</summary>
    public string? WhyLeftOut { get; private set; }

    /// <summary>Gets the bytes per request of the smallest window; <see langword="null"/> if no second window confirms it.</summary>
    public double? Figure
    {
        get
        {
            if (WhyDifferent is not null)
            {
                return null;
            }

            var (first, second) = Smallest();
            return second.Completed > 0 && second.Bytes - first.Bytes <= Tolerance(first.Bytes, Math.Min(first.Completed, second.Completed)) ? first.Bytes
                : null;
        }
    }

    /// <summary>Gets why the windows don't stand for all requests; <see langword="null"/> if they do.</summary>
    public string? WhyDifferent { get; private set; }

    /// <summary>Gets the share of the background in the allocated bytes of the smallest window, as a fraction.</summary>
    public double BackgroundShare => Smallest().First is { Background: > 0 } first ? first.Background / (first.Background + first.Bytes) : 0;

    /// <summary>Gets whether no more windows are needed, or more would not help.</summary>
    public bool IsOver => Taken >= MaxWindows || (Figure is { } figure && _counted.Count >= (figure <= limit ? MinWindows : MinBeyond));

    /// <summary>Returns whether the figure is that of an earlier measurement.</summary>
    /// <param name="bytesPerRequest">The bytes per request of the earlier measurement; <see langword="null"/> if unknown.</param>
    public bool Agrees(double? bytesPerRequest) =>
        Figure is { } figure && bytesPerRequest is { } earlier && Math.Abs(earlier - figure) <= Tolerance(figure, Smallest().First.Completed);

    /// <summary>Returns whether the figure is that of a long stretch of load, too.</summary>
    /// <param name="bytesPerRequest">The bytes per request of the stretch; <see langword="null"/> if unknown.</param>
    /// <param name="completed">The number of its complete responses.</param>
    /// <param name="shareError">By how much the shares of its requests were off, as a fraction; infinite if that isn't known.</param>
    public bool AgreeWith(double? bytesPerRequest, long completed, double shareError) =>
        double.IsFinite(shareError) && Figure is { } figure && bytesPerRequest is { } whole
        && Math.Abs(whole - figure) <= Math.Max(ToleratedBytes, (ToleratedShareOfWhole + shareError) * figure) + (ToleratedBytesOfWhole / completed);

    /// <summary>Notes that a long stretch of load had other bytes than the windows, so that there is no figure.</summary>
    public void Differ(double? bytesPerRequest) => WhyDifferent = FormattableString.Invariant(
        $"The smallest of several short windows had {Smallest().First.Bytes:#,0.0} B per request, and a long one {bytesPerRequest:#,0.0} B. ")
        + "Requests that allocate different amounts, as with other rows of data, are not in every window alike, or other work in the process allocates now "
        + "and then. Give each kind of request a test, or a request of its own in a mix, and turn off the other work.";

    /// <summary>Returns the maximum difference, in bytes per request, between two windows that confirm each other.</summary>
    public static double Tolerance(double bytesPerRequest, long completed) =>
        Math.Max(ToleratedBytes, ToleratedShare * bytesPerRequest) + (ToleratedBytesOfWindow / completed);

    /// <summary>Adds a short window of load.</summary>
    /// <param name="allocatedBytes">The bytes that the process allocated.</param>
    /// <param name="completed">The number of complete responses.</param>
    /// <param name="sent">The number of requests started.</param>
    /// <param name="failed">The number of failed requests.</param>
    /// <param name="length">The time in which the bytes were allocated.</param>
    public void Add(long allocatedBytes, long completed, long sent, long failed, TimeSpan length)
    {
        if (failed > 2 * failedShare * sent)
        {
            // An error page may allocate any amount.
            LeaveOut("A larger share of the requests failed while allocated bytes were measured than in the run. Find out why they fail.");
            return;
        }

        Taken++;
        if (completed == 0)
        {
            return;
        }

        // A window with fewer bytes than the background alone must be wrong.
        var background = backgroundBytesPerSecond * length.TotalSeconds / completed;
        var bytes = ((double)allocatedBytes / completed) - background;
        if (bytes >= -Tolerance(0, completed))
        {
            _counted.Add((Math.Max(0, bytes), completed, background));
        }
    }

    /// <summary>Takes a window that doesn't count.</summary>
    public void LeaveOut(string why) => (Taken, WhyLeftOut) = (Taken + 1, why);

    private ((double Bytes, long Completed, double Background) First, (double Bytes, long Completed, double Background) Second) Smallest()
    {
        var two = _counted.OrderBy(w => w.Bytes).Take(2).ToList();
        return (two.ElementAtOrDefault(0), two.ElementAtOrDefault(1));
    }
}
