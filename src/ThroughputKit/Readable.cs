using System.Globalization;

namespace ThroughputKit;

/// <summary>Formats numbers for people, however large or small they are.</summary>
internal static class Readable
{
    private const string PowerOfTen = "G4";

    // From here on, a double can't distinguish whole numbers with a digit to spare.
    private const double TooLong = 1e15;

    /// <summary>Formats a number; a number too long for the format is written in powers of ten.</summary>
    public static string Number(double value, string format) =>
        value.ToString(Math.Abs(value) >= TooLong ? PowerOfTen : format, CultureInfo.InvariantCulture);

    /// <summary>Formats a limit that the user has set; it is shown as zero only if it is zero.</summary>
    public static string Limit(double value, string format)
    {
        var text = Number(value, format);
        return value == 0 || !double.IsFinite(value) || text.AsSpan().ContainsAnyInRange('1', '9') ? text : value.ToString(PowerOfTen, CultureInfo.InvariantCulture);
    }

    /// <summary>Formats a share in percent, with one decimal place.</summary>
    public static string Percent(double share) => Math.Abs(share) >= TooLong
        ? $"{Number(share * 100, PowerOfTen)}%"
        : share.ToString("#,0.0%;-#,0.0%;0.0%", CultureInfo.InvariantCulture);

    /// <summary>Formats a time in milliseconds, with two decimal places.</summary>
    public static string Ms(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.00} ms");
}
