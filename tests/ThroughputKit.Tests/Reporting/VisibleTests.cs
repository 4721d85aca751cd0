using ThroughputKit.Reporting;

namespace ThroughputKit.Tests.Reporting;

public class VisibleTests
{
    [Theory]
    [InlineData("GET /caf\u00e9 \u65e5\u672c \ud83d\ude00", "GET /caf\u00e9 \u65e5\u672c \ud83d\ude00")]
    [InlineData("a\r\nb\tc", "a\\r\\nb\\tc")]
    [InlineData("\u001b[31m\0\u007f\u009b", "\\x1b[31m\\x00\\x7f\\x9b")]
    [InlineData("\u202egpj.exe\u2066\u200f\ufeff", "\\u202egpj.exe\\u2066\\u200f\\ufeff")]
    [InlineData("\u2028\ue000\uffff", "\\u2028\\ue000\\uffff")]
    [InlineData("\udb40\udc41", "\\U000e0041")]
    public void What_is_not_seen_becomes_an_escape(string text, string expected) => Assert.Equal(expected, Visible.Line(text, 100));

    [Fact]
    public void Half_a_character_is_replaced() => Assert.Equal("a\ufffdb", Visible.Line("a\ud800b", 100));

    [Fact]
    public void Line_breaks_are_kept_if_they_may_be() => Assert.Equal("a\nb\\x1b", Visible.Lines("a\r\nb\u001b", 100));

    [Fact]
    public void What_is_too_long_is_cut_and_says_by_how_much() => Assert.Equal("abc... (1,234 more characters)", Visible.Line("abc" + new string('d', 1_234), 3));
}
