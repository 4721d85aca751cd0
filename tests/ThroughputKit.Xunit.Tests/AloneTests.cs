using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Throughput tests run alone: no other test runs at the same time, whether of their assembly, another assembly or another process.</summary>
[Collection(TestsThatRunAlone.Name)]
#if XUNIT_V3
[Trait("Category", "Slow")] // the same test of xunit v2 stands for it in the fast tier
#endif
public class AloneTests(ITestOutputHelper output)
{
#if XUNIT_V3
    private const int Runs = 3; // fewer, for the sake of the time that all tests take
#else
    private const int Runs = 5;
#endif

    private const string Measuring = "FullyQualifiedName~Measuring";
    private const string MeasuringAndOrdinary = $"{Measuring}|FullyQualifiedName~Ordinary";

    [Fact]
    [Trait("Category", "Slow")]
    public async Task No_other_test_of_the_assembly_runs_at_the_same_time()
    {
        var (overlap, amongOrdinary) = (TimeSpan.Zero, TimeSpan.Zero);
        for (var run = 0; run < Runs; run++)
        {
            using var records = new Records();
            Assert.Equal(0, (await SpecimenRun.RunAsync(MeasuringAndOrdinary, records.Environment)).ExitCode);

            Assert.Equal((3, 17), (records.Of("measuring").Count, records.Of("ordinary").Count));
            overlap += records.Overlap("measuring", "ordinary") + records.Overlap("measuring");
            amongOrdinary += records.Overlap("ordinary");
        }

        output.WriteLine($"{Runs} runs of 3 throughput tests beside 17 ordinary ones overlapped for {overlap.TotalMilliseconds:0.0} ms; the ordinary ones among themselves for {amongOrdinary.TotalMilliseconds:0} ms.");
        Assert.Equal(TimeSpan.Zero, overlap);
        Assert.NotEqual(TimeSpan.Zero, amongOrdinary); // xunit did run tests in parallel
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task No_two_assemblies_or_processes_measure_at_once()
    {
        using var records = new Records();

        var runs = await Task.WhenAll(
            SpecimenRun.RunAsync(Measuring, records.Environment),
            SpecimenRun.RunAsync(Measuring, records.Environment),
            SpecimenRun.RunAsync(Measuring, records.Environment, SpecimenRun.Assembly("MoreXunitSpecimens")));

        Assert.All(runs.SelectMany(r => r.Tests), t => Assert.Equal("Passed", t.Outcome));
        Assert.Equal(8, records.Of("measuring").Count);
        output.WriteLine($"3 processes with 2 assemblies measured at the same time for {records.Overlap("measuring").TotalMilliseconds:0.0} ms.");
        Assert.Equal(TimeSpan.Zero, records.Overlap("measuring"));
    }

    [Fact]
    public async Task A_throughput_test_can_start_others_with_another_lock_file()
    {
        using var records = new Records();

        var run = await SpecimenRun.RunAsync("FullyQualifiedName~Nested", records.Environment);

        Assert.Equal("Passed", run["Nested.Runs_others"].Outcome);
        var parent = Assert.Single(records.Of("parent"));
        Assert.Equal(2, records.Of("measuring").Count(r => r.Begun > parent.Begun && r.Ended < parent.Ended));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_process_that_dies_while_it_measures_blocks_nobody()
    {
        using var records = new Records();
        using var doomed = SpecimenRun.Start("FullyQualifiedName~Endless", records.Environment);
        while (records.Of("endless").Count == 0)
        {
            Assert.False(doomed.HasExited);
            await Task.Delay(20);
        }

        doomed.Kill(entireProcessTree: true);
        await doomed.WaitForExitAsync();
        await SpecimenRun.RunAsync(Measuring, records.Environment);

        Assert.Equal(3, records.Of("measuring").Count);
    }
}
