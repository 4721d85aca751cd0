using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Recording;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Recording;

public class TimeSeriesTests
{
    private const long Slot = TimeSeries.FirstSlotNanoseconds;

    private static readonly Gen<long> _time =
        Gen.Choose(0, 20).Zip(Gen.Choose(0, 1_000_000)).Select(x => (1L << x.Item1) * x.Item2 * 10);

    [Fact]
    public void Slots_double_as_the_run_grows()
    {
        var series = new TimeSeries();
        series.RecordSuccess(0, latencyNanoseconds: 5);
        series.RecordSuccess(Slot, latencyNanoseconds: 7);
        Assert.Equal((Slot, 1, 1), (series.SlotNanoseconds, series.All[0].Succeeded, series.All[1].Succeeded));

        series.RecordFailure(Slot * TimeSeries.SlotCount);

        Assert.Equal(2 * Slot, series.SlotNanoseconds);
        Assert.Equal((2, 12, 7), (series.All[0].Succeeded, series.All[0].LatencySum, series.All[0].LatencyMax));
        Assert.Equal(1, series.All[TimeSeries.SlotCount / 2].Failed);
    }

    [Fact]
    public void Everything_stays_in_the_slot_of_its_time_however_workers_are_merged() =>
        Prop.ForAll(_time.ListOf().Zip(_time.ListOf()).ToArbitrary(), times =>
        {
            var merged = Of(times.Item1);
            merged.Add(Of(times.Item2));
            long[] all = [.. times.Item1, .. times.Item2];
            return Enumerable.Range(0, TimeSeries.SlotCount).All(i =>
                merged.All[i].Succeeded == all.Count(t => t / merged.SlotNanoseconds == i));
        }).Check(FixedInputs.Of(300));

    private static TimeSeries Of(IEnumerable<long> times)
    {
        var series = new TimeSeries();
        foreach (var time in times)
        {
            series.RecordSuccess(time, latencyNanoseconds: 1);
        }

        return series;
    }
}
