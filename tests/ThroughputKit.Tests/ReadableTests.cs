namespace ThroughputKit.Tests;

/// <summary>Numbers in texts, however large or small they are.</summary>
public class ReadableTests
{
    [Theory]
    [InlineData(0, "N0", "0")]
    [InlineData(0.001, "N0", "0")]
    [InlineData(1_234_567.89, "N1", "1,234,567.9")]
    [InlineData(999_999_999_999_999, "N0", "999,999,999,999,999")]
    [InlineData(1e15, "N0", "1E+15")]
    [InlineData(-1e308, "#,0.####", "-1E+308")]
    [InlineData(double.MaxValue, "0.000", "1.798E+308")]
    [InlineData(long.MaxValue, "N0", "9.223E+18")]
    [InlineData(double.PositiveInfinity, "N0", "Infinity")]
    [InlineData(double.NaN, "N0", "NaN")]
    public void Large_numbers_are_shortened(double value, string format, string expected) => Assert.Equal(expected, Readable.Number(value, format));

    [Theory]
    [InlineData(0, "N0", "0")]
    [InlineData(0.001, "N0", "0.001")]
    [InlineData(5, "N2", "5.00")]
    [InlineData(1e308, "N2", "1E+308")]
    [InlineData(double.Epsilon, "N2", "4.941E-324")]
    [InlineData(-double.Epsilon, "#,0.####", "-4.941E-324")]
    [InlineData(double.NaN, "#,0.####", "NaN")]
    [InlineData(double.PositiveInfinity, "#,0.####", "Infinity")]
    public void A_limit_is_shown_as_zero_only_if_it_is_zero(double value, string format, string expected) => Assert.Equal(expected, Readable.Limit(value, format));

    [Theory]
    [InlineData(0, "0")]
    [InlineData(0.000123, "0.000123")]
    [InlineData(0.06666, "0.0667")]
    [InlineData(0.4, "0.4")]
    [InlineData(1.5, "1.5")]
    [InlineData(9.999, "10")]
    [InlineData(10, "10")]
    [InlineData(99.96, "100")]
    [InlineData(12_345.6, "12,346")]
    [InlineData(1e15, "1E+15")]
    [InlineData(double.Epsilon, "0")]
    [InlineData(double.PositiveInfinity, "Infinity")]
    [InlineData(double.NaN, "NaN")]
    public void Low_rates_have_three_digits(double value, string expected) => Assert.Equal(expected, Readable.Rate(value));

    [Theory]
    [InlineData(typeof(string), "String")]
    [InlineData(typeof(Dictionary<string, List<int>[]>), "Dictionary<String, List<Int32>[]>")]
    [InlineData(typeof(Func<Dictionary<string, TimeSpan>, Dictionary<string, DateTimeOffset>, int>), "Func<Dictionary<String, TimeSpan>, Dictionary<String, DateTi...")]
    public void Type_names_are_short(Type type, string expected) => Assert.Equal(expected, Readable.Type(type));

    [Theory]
    [InlineData(0, "0.0%")]
    [InlineData(-0.0001, "0.0%")]
    [InlineData(0.0123, "1.2%")]
    [InlineData(-0.5, "-50.0%")]
    [InlineData(12.5, "1,250.0%")]
    [InlineData(-12_345.6, "-1,234,560.0%")]
    [InlineData(1e15, "1E+17%")]
    [InlineData(1e306, "1E+308%")]
    [InlineData(double.PositiveInfinity, "Infinity%")]
    public void Percentages_have_separators(double share, string expected) => Assert.Equal(expected, Readable.Percent(share));
}
