using ThroughputKit.Reports;

namespace ThroughputKit.Tests.Reports;

public class OutcomeTextTests
{
    [Theory]
    [InlineData("RPS slowdown 15.0%, 95% interval 13.0% to 17.0%; limit 5.0%: beyond", "limit 5.0%", 15.0, 5.0)]
    [InlineData("p99 increase -2.5%, 95% interval -7.0% to 12.0%; limit 10.0%: within", "limit 10.0%", -2.5, 10.0)]
    [InlineData("RPS ratio 0.912, 95% interval 0.900 to 0.920; minimum 0.950: beyond", "minimum 0.950", 0.912, 0.95)]
    [InlineData("extra bytes per request 1,234.5, 95% interval 1 to 2; limit 8.0: beyond", "limit 8.0", 1_234.5, 8.0)]
    [InlineData("12,345 RPS (minimum 5,000)", "minimum 5,000", 12_345.0, 5_000.0)]
    [InlineData("RPS ratio 2.000; minimum 1E+308: beyond", "minimum 1E+308", 2.0, 1e308)]
    [InlineData("9.00 ms p99 latency; limit 20.00. Too close to the limit.", "limit 20.00", 9.0, 20.0)]
    public void The_value_and_the_limit_are_read(string message, string limit, double value, double limitValue)
    {
        var read = OutcomeText.Read(message);

        Assert.Equal((limit, value, limitValue), (read.Limit, read.Value, read.LimitValue));
        Assert.Equal(limit.StartsWith("minimum", StringComparison.Ordinal), read.IsFloor);
    }

    [Theory]
    [InlineData("not measured. There was no warm-up.")]
    [InlineData("")]
    public void Other_messages_have_neither(string message) => Assert.Equal(("-", "-", (double?)null, (double?)null), Values(OutcomeText.Read(message)));

    private static (string, string, double?, double?) Values(OutcomeText read) => (read.Measured, read.Limit, read.Value, read.LimitValue);
}
