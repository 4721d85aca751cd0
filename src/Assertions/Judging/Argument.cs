using System.Runtime.CompilerServices;
using ThroughputKit.Gates;

namespace ThroughputKit.Judging;

/// <summary>Rejects invalid arguments of assertions. The exception states the value, the allowed range and the remedy.</summary>
internal static class Argument
{
    private const string Remedy = "Leave the assertion out if there is no such limit.";

    public static void CheckLimit(Figure figure, double limit, string parameter) =>
        ThrowUnless(GateRules.IsAllowed(limit, figure.MayBeZero, figure.Below), limit, GateRules.Allowed(figure.MayBeZero, figure.Below), Remedy, parameter);

    public static void CheckRatio(double ratio, [CallerArgumentExpression(nameof(ratio))] string parameter = "") =>
        ThrowUnless(double.IsFinite(ratio) && ratio > 0, ratio, "above zero, and finite", "1 is as fast as the reference, 0.5 half as fast.", parameter);

    public static void CheckStatus(int status, [CallerArgumentExpression(nameof(status))] string parameter = "") =>
        ThrowUnless(status is >= 100 and <= 999, status, "100 to 999", "A status has three digits, such as 200.", parameter);

    public static IReadOnlyList<int> CheckStatuses(IEnumerable<int> statuses, [CallerArgumentExpression(nameof(statuses))] string parameter = "")
    {
        ArgumentNullException.ThrowIfNull(statuses, parameter);
        int[] all = [.. statuses];
        if (all.Length == 0)
        {
            var problem = new Problem($"{parameter} is empty", "one status or more", "With none, no response could be right.");
            throw new ArgumentException(problem.ToString(), parameter);
        }

        foreach (var status in all)
        {
            CheckStatus(status, parameter);
        }

        return all;
    }

    private static void ThrowUnless(bool isAllowed, double value, string allowed, string remedy, string parameter)
    {
        if (!isAllowed)
        {
            throw new ArgumentOutOfRangeException(parameter, value, new Problem($"{parameter} is {GateRules.Show(value)}", allowed, remedy).ToString());
        }
    }
}
