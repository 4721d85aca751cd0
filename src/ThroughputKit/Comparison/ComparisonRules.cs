using System.Globalization;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;

namespace ThroughputKit.Comparison;

/// <summary>Validates the settings of a comparison.</summary>
internal static class ComparisonRules
{
    private static readonly TimeSpan _shortest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _longest = TimeSpan.FromHours(1);

    public static void ThrowIfWrong(ComparisonPlan plan)
    {
        LoadTestException.ThrowIfAny([.. Check(plan)]);
    }

    public static IEnumerable<Problem> CheckGates(ComparisonGates gates)
    {
        (string Name, double? Limit, double Below, string Allowed)[] limits =
        [
            (nameof(gates.MaxSlowdownPercent), gates.MaxSlowdownPercent, 100, "above zero, below 100"),
            (nameof(gates.MinRpsRatio), gates.MinRpsRatio, double.PositiveInfinity, "above zero, and finite"),
            (nameof(gates.MaxP50IncreasePercent), gates.MaxP50IncreasePercent, double.PositiveInfinity, "above zero, and finite"),
            (nameof(gates.MaxP99IncreasePercent), gates.MaxP99IncreasePercent, double.PositiveInfinity, "above zero, and finite"),
        ];
        foreach (var (name, limit, below, allowed) in limits)
        {
            // NaN compares as false with everything. The condition is written so that NaN isn't allowed.
            if (limit is { } value && !(value > 0 && value < below))
            {
                yield return new Problem($"{name} is {Readable.Limit(value, "#,0.####")}", allowed, "Leave the gate out if you don't need it.");
            }
        }

        if (gates.MaxExtraAllocatedBytesPerRequest is { } bytes && !(bytes >= 0 && double.IsFinite(bytes)))
        {
            yield return new Problem(
                $"MaxExtraAllocatedBytesPerRequest is {Readable.Limit(bytes, "#,0.####")}", "zero or more, and finite", "Leave the gate out if you don't need it.");
        }
    }

    public static IEnumerable<Problem> Check(ComparisonPlan plan) =>
    [
        .. CheckDuration(plan),
        .. CheckGates(plan.Gates),
        .. CheckMemory(plan),
        .. CheckSide("reference", plan.Reference),
        .. CheckSide("candidate", plan.Candidate),
    ];

    private static IEnumerable<Problem> CheckDuration(ComparisonPlan plan)
    {
        if (plan.MaxDuration < _shortest || plan.MaxDuration > _longest)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"MaxDuration is {plan.MaxDuration.TotalSeconds:#,0.###} s"), "1 s to 1 h", "16 s are enough to detect most differences of 2%.");
        }
    }

    private static IEnumerable<Problem> CheckMemory(ComparisonPlan plan)
    {
        if (plan.Gates.MaxExtraAllocatedBytesPerRequest is not null && (plan.Reference.Target is UriTarget || plan.Candidate.Target is UriTarget))
        {
            yield return new Problem(
                $"{nameof(plan.Gates.MaxExtraAllocatedBytesPerRequest)} is set, but the memory of an app that the kit has not started is not available",
                "a gate on a figure that is known for both sides",
                "Load it with LoadTest.For or LoadTest.ForPublished, or leave the gate out.");
        }
    }

    private static IEnumerable<Problem> CheckSide(string name, LoadPlan plan)
    {
        foreach (var problem in PlanRules.Check(plan))
        {
            yield return problem with { Found = $"The {name}: {problem.Found}" };
        }

        if (plan.Rate is not null)
        {
            yield return new Problem($"The {name} has a rate set", "a test without a rate", "At a set rate, both sides handle the same load by definition. Leave AtRate out.");
        }

        if (plan.Options.Requests is { } requests)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"The {name} sends {requests:N0} Requests"), "a test without a number of requests", "Each slice runs for a fixed time. Leave Requests out.");
        }
    }
}
