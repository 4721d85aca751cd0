using System.Diagnostics;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

public class PeakWorkingSetTests
{
    private readonly PeakWorkingSet _peak;
    private long _workingSet;

    public PeakWorkingSetTests() => _peak = new PeakWorkingSet(() => _workingSet);

    [Fact]
    public void Keeps_a_peak_that_has_passed()
    {
        var now = Stopwatch.Frequency;
        _peak.Restart();

        foreach (var bytes in (long[])[100, 900, 300])
        {
            _workingSet = bytes;
            _peak.Watch(now += Stopwatch.Frequency);
        }

        Assert.Equal(900, _peak.Bytes);
    }

    [Fact]
    public void Forgets_earlier_peaks_after_a_restart()
    {
        _workingSet = 900;
        _peak.Watch(Stopwatch.Frequency);
        _workingSet = 300;
        _peak.Restart();

        Assert.Equal(300, _peak.Bytes);
    }

    [Fact]
    public void Reads_at_most_ten_times_a_second()
    {
        _peak.Watch(Stopwatch.Frequency);
        _workingSet = 900;
        _peak.Watch(Stopwatch.Frequency + (Stopwatch.Frequency / 20));

        Assert.Equal(0, _peak.Bytes);
    }
}
