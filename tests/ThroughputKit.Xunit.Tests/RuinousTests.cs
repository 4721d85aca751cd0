using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Apps that would end the test process.</summary>
public class RuinousTests
{
    private static readonly TimeSpan _hangLimit = TimeSpan.FromMinutes(2);

#if XUNIT_V3
    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_exits_does_not_pass()
    {
        var run = await PlatformRun.RunAsync([], "--filter-method", "XunitSpecimens.Ruinous.Exits").WaitAsync(_hangLimit);

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("The test process is exiting while XunitSpecimens.Ruinous.Exits is measuring, so this is a failure.", run.Console, StringComparison.Ordinal);
    }
#else
    [Fact]
    public async Task An_app_that_exits_does_not_pass()
    {
        var run = await SpecimenRun.RunAsync("FullyQualifiedName~Ruinous.Exits").WaitAsync(_hangLimit);

        Assert.Equal(1, run.ExitCode);
        Assert.Empty(run.Tests);
    }
#endif
}
