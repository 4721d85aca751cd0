using System.Globalization;

namespace ThroughputKit;

/// <summary>Formats numbers, however large or small they are, and types for people.</summary>
internal static class Readable
{
    private const string PowerOfTen = "G4";

    // From here on, a double can't distinguish whole numbers with a digit to spare.
    private const double TooLong = 1e15;

    private const int MaxOfTypeName = 60;

    // Math.Round accepts no more.
    private const int MaxDecimals = 15;

    /// <summary>Formats a number; a number too long for the format is written in powers of ten.</summary>
    public static string Number(double value, string format) =>
        value.ToString(Math.Abs(value) >= TooLong ? PowerOfTen : format, CultureInfo.InvariantCulture);

    /// <summary>Formats a limit that the user has set; it is shown as zero only if it is zero.</summary>
    public static string Limit(double value, string format)
    {
        var text = Number(value, format);
        return value == 0 || !double.IsFinite(value) || text.AsSpan().ContainsAnyInRange('1', '9')
            ? text
            : value.ToString(PowerOfTen, CultureInfo.InvariantCulture);
    }

    /// <summary>Returns a text as a sentence begins.</summary>
    public static string Capitalized(string text) => $"{char.ToUpperInvariant(text[0])}{text[1..]}";

    /// <summary>Formats a rate per second: a whole number, or three significant digits below 100.</summary>
    public static string Rate(double value) => Number(value, RateFormat(value));

    /// <summary>Returns the format of <see cref="Rate"/> for a value.</summary>
    public static string RateFormat(double value) => RateDecimals(value) is > 0 and var decimals ? $"0.{new string('#', decimals)}" : "N0";

    /// <summary>Returns the number of decimal places of a rate.</summary>
    public static int RateDecimals(double value) => value is > 0 and < 100 ? Math.Min(2 - (int)Math.Floor(Math.Log10(value)), MaxDecimals) : 0;

    /// <summary>Formats the name of a type as C# does, without namespaces. A very long name is cut short.</summary>
    public static string Type(Type type)
    {
        var name = CSharpName(type);
        return name.Length > MaxOfTypeName ? $"{name[..MaxOfTypeName]}..." : name;
    }

    /// <summary>Formats a share in percent, with one decimal place.</summary>
    public static string Percent(double share) => Math.Abs(share) >= TooLong
        ? $"{Number(share * 100, PowerOfTen)}%"
        : share.ToString("#,0.0%;-#,0.0%;0.0%", CultureInfo.InvariantCulture);

    /// <summary>Formats a time in milliseconds, with two decimal places.</summary>
    public static string Ms(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:#,0.00} ms");

    private static string CSharpName(Type type)
    {
        if (type.IsArray)
        {
            return $"{CSharpName(type.GetElementType()!)}[]";
        }

        if (!type.IsGenericType)
        {
            return type.Name;
        }

        var name = type.Name.StartsWith('<') ? "anonymous" : type.Name.Split('`')[0];
        return $"{name}<{string.Join(", ", type.GetGenericArguments().Select(CSharpName))}>";
    }
}
