using ThroughputKit.Findings;
using ThroughputKit.Measurement;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Findings;

public class AntivirusTests
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Protection_that_is_on_is_a_hint(bool isOn)
    {
        var finding = new AntivirusDoubt(() => isOn).Examine(MadeUp.Facts(MadeUp.Result(new LatencyHistogram())));

        Assert.Equal(isOn, finding is { Name: "Antivirus", Severity: FindingSeverity.Hint });
    }

    [UnixFact("it may be on there.")]
    public void There_is_none_on_other_systems_than_Windows() => Assert.False(Defender.IsProtecting());

    [Theory]
    [InlineData(2, null, null, true)]
    [InlineData(2, 0, 0, true)]
    [InlineData(2, 1, null, false)] // switched off by the user
    [InlineData(2, null, 1, false)] // switched off by policy
    [InlineData(3, null, null, false)] // another antivirus has taken its place
    [InlineData(4, null, null, false)] // the service is disabled
    [InlineData(null, null, null, false)] // there is no such service
    [InlineData("2", null, null, false)]
    public void Is_known_by_the_service_and_its_settings(object? start, object? disabled, object? byPolicy, bool expected) =>
        Assert.Equal(expected, Defender.IsProtecting(start, disabled, byPolicy));
}
