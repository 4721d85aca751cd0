using System.Runtime.CompilerServices;
using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>Refuses arguments of assertions that make no sense, with the value, what is allowed and the mend.</summary>
internal static class Argument
{
    private const string Mend = "Leave the assertion out if there is no such limit.";

    public static void CheckLimit(Figure figure, double limit, [CallerArgumentExpression(nameof(limit))] string parameter = "") =>
        ThrowUnless(GateRules.IsAllowed(figure, limit), limit, GateRules.Allowed(figure), Mend, parameter);

    public static void CheckRatio(double ratio, [CallerArgumentExpression(nameof(ratio))] string parameter = "") =>
        ThrowUnless(double.IsFinite(ratio) && ratio > 0, ratio, "above zero, and finite", "1 is as fast as the reference, 0.5 half as fast.", parameter);

    public static void CheckPercent(double percent, [CallerArgumentExpression(nameof(percent))] string parameter = "") =>
        ThrowUnless(percent is >= 0 and < 100, percent, "zero up to, not including, 100", Mend, parameter);

    public static void CheckStatus(int status, [CallerArgumentExpression(nameof(status))] string parameter = "") =>
        ThrowUnless(status is >= 100 and <= 999, status, "100 to 999", "A status has three digits, such as 200.", parameter);

    public static IReadOnlyList<int> CheckStatuses(IEnumerable<int> statuses, [CallerArgumentExpression(nameof(statuses))] string parameter = "")
    {
        ArgumentNullException.ThrowIfNull(statuses, parameter);
        int[] all = [.. statuses];
        if (all.Length == 0)
        {
            throw new ArgumentException(new Problem($"{parameter} is empty", "one status or more", "With none, no response could be right.").ToString(), parameter);
        }

        foreach (var status in all)
        {
            CheckStatus(status, parameter);
        }

        return all;
    }

    private static void ThrowUnless(bool isAllowed, double value, string allowed, string mend, string parameter)
    {
        if (!isAllowed)
        {
            throw new ArgumentOutOfRangeException(parameter, value, new Problem($"{parameter} is {GateRules.Show(value)}", allowed, mend).ToString());
        }
    }
}
