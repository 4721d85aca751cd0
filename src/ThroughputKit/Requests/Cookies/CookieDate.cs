using System.Text;

namespace ThroughputKit.Requests.Cookies;

/// <summary>
/// Reads the date of a cookie as browsers do (RFC 6265, 5.1.1): neither the day of the week nor the zone count, and the parts may have any order.
/// </summary>
internal static class CookieDate
{
    private const int TwoDigitYears = 100;
    private const int FirstOfLastCentury = 70;

    public static bool TryRead(ReadOnlySpan<byte> text, out DateTimeOffset date)
    {
        date = default;
        int year = -1, month = 0, day = 0, hour = -1, minute = 0, second = 0;
        while (!text.IsEmpty)
        {
            var token = NextToken(ref text);
            if (hour < 0 && TryReadTime(token, out var h, out var m, out var s))
            {
                (hour, minute, second) = (h, m, s);
            }
            else if (day == 0 && TryReadNumber(token, least: 1, most: 2, out var d))
            {
                day = d;
            }
            else if (month == 0 && MonthOf(token) is var found and > 0)
            {
                month = found;
            }
            else if (year < 0 && TryReadNumber(token, least: 2, most: 4, out var y))
            {
                year = y >= TwoDigitYears ? y : y + (y >= FirstOfLastCentury ? 1900 : 2000);
            }
        }

        if (month == 0 || hour is < 0 or > 23 || minute > 59 || second > 59 || year < 1601 || day < 1 || day > DateTime.DaysInMonth(year, month))
        {
            return false;
        }

        date = new DateTimeOffset(year, month, day, hour, minute, second, TimeSpan.Zero);
        return true;
    }

    private static ReadOnlySpan<byte> NextToken(ref ReadOnlySpan<byte> text)
    {
        var start = 0;
        while (start < text.Length && IsDelimiter(text[start]))
        {
            start++;
        }

        var end = start;
        while (end < text.Length && !IsDelimiter(text[end]))
        {
            end++;
        }

        var token = text[start..end];
        text = text[end..];
        return token;
    }

    private static bool IsDelimiter(byte b) =>
        b is (byte)'\t' or (>= 0x20 and <= 0x2F) or (>= 0x3B and <= 0x40) or (>= 0x5B and <= 0x60) or (>= 0x7B and <= 0x7E);

    private static bool TryReadTime(ReadOnlySpan<byte> token, out int hour, out int minute, out int second)
    {
        (minute, second) = (0, 0);
        return TryTakeNumber(ref token, 1, 2, out hour) && TryTakeColon(ref token)
            && TryTakeNumber(ref token, 1, 2, out minute) && TryTakeColon(ref token) && TryTakeNumber(ref token, 1, 2, out second);
    }

    private static bool TryTakeColon(ref ReadOnlySpan<byte> token)
    {
        var isThere = token is [(byte)':', ..];
        token = isThere ? token[1..] : token;
        return isThere;
    }

    private static bool TryReadNumber(ReadOnlySpan<byte> token, int least, int most, out int number) => TryTakeNumber(ref token, least, most, out number);

    // Whatever isn't a digit may follow.
    private static bool TryTakeNumber(ref ReadOnlySpan<byte> token, int least, int most, out int number)
    {
        var length = token.IndexOfAnyExceptInRange((byte)'0', (byte)'9') is var end and >= 0 ? end : token.Length;
        number = 0;
        foreach (var digit in token[..Math.Min(length, most)])
        {
            number = (10 * number) + digit - '0';
        }

        token = token[length..];
        return length >= least && length <= most;
    }

    private static int MonthOf(ReadOnlySpan<byte> token)
    {
        var months = "janfebmaraprmayjunjulaugsepoctnovdec"u8;
        for (var i = 0; token.Length >= 3 && i < 12; i++)
        {
            if (Ascii.EqualsIgnoreCase(token[..3], months.Slice(3 * i, 3)))
            {
                return i + 1;
            }
        }

        return 0;
    }
}
