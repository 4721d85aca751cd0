using ThroughputKit.Measurement;

namespace ThroughputKit.Tests.Measurement;

public class WorkingSetTests
{
    [Fact]
    public void Reads_what_the_runtime_reads()
    {
        using var workingSet = new WorkingSet();

        Assert.InRange(workingSet.Read(), Environment.WorkingSet / 2, Environment.WorkingSet * 2);
    }

    [Fact]
    public void Reads_without_allocating()
    {
        using var workingSet = new WorkingSet();
        workingSet.Read();
        var before = GC.GetAllocatedBytesForCurrentThread();

        for (var i = 0; i < 100; i++)
        {
            workingSet.Read();
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [Fact]
    public void The_peak_sees_what_comes_and_goes_between_its_ends()
    {
        using var workingSet = new WorkingSet();
        var peak = new PeakWorkingSet(workingSet);
        peak.Restart();
        var before = peak.Bytes;

        var memory = GC.AllocateUninitializedArray<byte>(64 * 1024 * 1024);
        memory.AsSpan().Fill(1);
        peak.Watch(long.MaxValue / 2);
        GC.KeepAlive(memory);

        Assert.InRange(peak.Bytes - before, 48 * 1024 * 1024, long.MaxValue);
    }
}
