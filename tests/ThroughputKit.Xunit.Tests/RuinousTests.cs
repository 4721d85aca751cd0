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
#endif
}
