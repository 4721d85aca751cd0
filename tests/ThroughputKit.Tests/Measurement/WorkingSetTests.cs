using ThroughputKit.Measurement;

namespace ThroughputKit.Tests.Measurement;

public class WorkingSetTests
{
    [Fact]
    public void Reads_what_the_runtime_reads()
    {
        using var workingSet = WorkingSet.OfThisProcess();

        Assert.InRange(workingSet.Read(), Environment.WorkingSet / 2, Environment.WorkingSet * 2);
    }

    [Fact]
    public void Reads_without_allocating()
    {
        using var workingSet = WorkingSet.OfThisProcess();
        workingSet.Read();
        var before = GC.GetAllocatedBytesForCurrentThread();

        for (var i = 0; i < 100; i++)
        {
            workingSet.Read();
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
