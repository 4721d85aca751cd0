using System.Text;
using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Tests.Requests.Cookies;

/// <summary>Dates as servers write them, read as RFC 6265, 5.1.1 says.</summary>
public class CookieDateTests
{
    [Theory]
    [InlineData("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00")]
    [InlineData("Thu, 01-Jan-1970 00:00:00 GMT", "1970-01-01T00:00:00")]
    [InlineData("Thu, 01 Jan 1970 00:00:00 UTC", "1970-01-01T00:00:00")]
    [InlineData("Mon, 01 Jan 1970 00:00:00 PST", "1970-01-01T00:00:00")] // neither the weekday nor the zone counts
    [InlineData("Thu Jan  1 00:00:00 1970", "1970-01-01T00:00:00")] // asctime
    [InlineData("\"Thu, 01 Jan 1970 00:00:00 GMT\"", "1970-01-01T00:00:00")]
    [InlineData("Thu Jan 01 1970 00:00:00 GMT+0000 (UTC)", "1970-01-01T00:00:00")]
    [InlineData("thursday, 9-OCTOBER-69 1:2:3zz", "2069-10-09T01:02:03")]
    [InlineData("1 Feb 70 23:59:59", "1970-02-01T23:59:59")]
    [InlineData("29 Feb 2024 00:00:00", "2024-02-29T00:00:00")]
    [InlineData("29 Feb 2023 00:00:00", null)]
    [InlineData("1 Jan 1600 00:00:00", null)]
    [InlineData("1 Jan 20260 00:00:00", null)]
    [InlineData("1 Jan 2026 24:00:00", null)]
    [InlineData("1 Jan 2026 00:60:00", null)]
    [InlineData("1 Jan 2026 00:00", null)]
    [InlineData("0 Jan 2026 00:00:00", null)]
    [InlineData("1 2026 00:00:00", null)]
    [InlineData("0", null)]
    [InlineData("", null)]
    public void Reads_a_date(string text, string? expected)
    {
        var isRead = CookieDate.TryRead(Encoding.UTF8.GetBytes(text), out var date);

        Assert.Equal(expected, isRead ? $"{date:s}" : null);
    }
}
