using System.Globalization;
using System.Text.RegularExpressions;

namespace ThroughputKit.Reports;

/// <summary>What the message of a gate says of the measured value and the limit, where the figures themselves are not in the result.</summary>
/// <param name="Measured">The measured value in words.</param>
/// <param name="Limit">The limit in words.</param>
/// <param name="IsFloor">Whether the limit is a minimum.</param>
/// <param name="IsPercent">Whether the two are percentages.</param>
/// <param name="Value">The measured value; <see langword="null"/> if unknown.</param>
/// <param name="LimitValue">The limit; <see langword="null"/> if unknown.</param>
internal sealed partial record OutcomeText(string Measured, string Limit, bool IsFloor, bool IsPercent, double? Value, double? LimitValue)
{
    private const int MaxRead = 1_000;

    private static readonly OutcomeText _none = new(ReportOutcome.Unknown, ReportOutcome.Unknown, IsFloor: false, IsPercent: false, null, null);

    public static OutcomeText Read(string message)
    {
        message = message[..Math.Min(message.Length, MaxRead)];
        if (Limits().Match(message) is not { Success: true } limit)
        {
            return _none;
        }

        var (measured, allowed) = (message[..limit.Index], limit.Groups["value"].Value);
        var value = Numbers().Match(measured);
        return new OutcomeText(
            measured,
            $"{limit.Groups["kind"].Value} {allowed}",
            limit.Groups["kind"].Value == "minimum",
            allowed.EndsWith('%'),
            value.Success && value.Value.EndsWith('%') == allowed.EndsWith('%') ? Number(value.Value) : null,
            Number(allowed));
    }

    private static double? Number(string text) =>
        double.TryParse(text.TrimEnd('%'), NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var number) ? number : null;

    [GeneratedRegex(@"(; | \()(?<kind>limit|minimum) (?<value>-?[0-9]([0-9,.]*[0-9])?(E[+-]?[0-9]+)?%?)", RegexOptions.ExplicitCapture, 1_000)]
    private static partial Regex Limits();

    // Not those of names, such as p50.
    [GeneratedRegex(@"(?<![A-Za-z0-9])-?[0-9]([0-9,.]*[0-9])?%?", RegexOptions.ExplicitCapture, 1_000)]
    private static partial Regex Numbers();
}
