using System.Globalization;

namespace ThroughputKit;

/// <summary>Numbers as people read them, however large or small they are.</summary>
internal static class Readable
{
    private const string PowerOfTen = "G4";

    // From here on a double no longer tells whole numbers apart with a digit to spare.
    private const double TooLong = 1e15;

    /// <summary>A number in a format or, where that would be a row of digits, in powers of ten.</summary>
    public static string Number(double value, string format) =>
        value.ToString(Math.Abs(value) >= TooLong ? PowerOfTen : format, CultureInfo.InvariantCulture);

    /// <summary>The same for what somebody has set, which is shown as zero only if it is.</summary>
    public static string Limit(double value, string format)
    {
        var text = Number(value, format);
        return value == 0 || !double.IsFinite(value) || text.AsSpan().ContainsAnyInRange('1', '9') ? text : value.ToString(PowerOfTen, CultureInfo.InvariantCulture);
    }

    /// <summary>A share in percent, with one digit behind the point.</summary>
    public static string Percent(double share) => Math.Abs(share) >= TooLong
        ? $"{Number(share * 100, PowerOfTen)}%"
        : share.ToString("#,0.0%;-#,0.0%;0.0%", CultureInfo.InvariantCulture);
}
