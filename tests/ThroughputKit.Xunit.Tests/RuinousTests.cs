using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Apps that would take the process of the tests with them.</summary>
public class RuinousTests
{
    private static readonly TimeSpan _hangLimit = TimeSpan.FromMinutes(2);

#if XUNIT_V3
    [Fact]
    public async Task An_app_that_exits_is_no_pass()
    {
        var run = await PlatformRun.RunAsync([], "--filter-method", "XunitSpecimens.Ruinous.Exits").WaitAsync(_hangLimit);

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("The process of the tests ends while XunitSpecimens.Ruinous.Exits measures, which is no pass.", run.Console, StringComparison.Ordinal);
    }
#else
    [Fact]
    public async Task An_app_that_exits_is_no_pass()
    {
        var run = await SpecimenRun.RunAsync("FullyQualifiedName~Ruinous.Exits").WaitAsync(_hangLimit);

        Assert.Equal(1, run.ExitCode);
        Assert.Empty(run.Tests);
    }

    [Fact]
    public async Task An_app_that_blocks_every_thread_of_a_pool_that_it_limits_times_out()
    {
        var run = await SpecimenRun.RunAsync("FullyQualifiedName~Ruinous.Blocks_a_small_pool").WaitAsync(_hangLimit);

        Assert.Equal("Failed", run["Ruinous.Blocks_a_small_pool"].Outcome);
        Assert.Contains("Blocks_a_small_pool was not over within its Timeout of 8,000 ms", run["Ruinous.Blocks_a_small_pool"].Message, StringComparison.Ordinal);
    }
#endif
}
