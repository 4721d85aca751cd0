using ThroughputKit.Gates;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using static System.FormattableString;

namespace ThroughputKit.Comparison;

/// <summary>Validates the settings of a comparison.</summary>
internal static class ComparisonRules
{
    private static readonly TimeSpan _shortest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan _longest = TimeSpan.FromHours(1);

    public static void ThrowIfWrong(ComparisonPlan plan) => LoadTestException.ThrowIfAny([.. Check(plan)]);

    // Only an exact quantity can be required not to grow at all.
    public static IEnumerable<Problem> CheckGates(ComparisonGates gates) =>
    [
        .. Quantities.All.SelectMany(q => GateRules.CheckLimit(q.Gate, q.Setting(gates), mayBeZero: q.IsExact, q.Below)),
        .. WorkDifference.All.SelectMany(d => GateRules.CheckLimit(d.Gate, d.Setting(gates), mayBeZero: true, double.PositiveInfinity)),
    ];

    /// <summary>Returns the names of the gates that are set.</summary>
    public static IEnumerable<string> Names(ComparisonGates gates) =>
        [.. Quantities.All.Where(q => q.Setting(gates) is not null).Select(q => q.Gate), .. WorkDifference.Set(gates).Select(d => d.Gate)];

    /// <param name="plan">The comparison.</param>
    /// <param name="descriptors">The descriptors of this process, if they are known already.</param>
    public static IEnumerable<Problem> Check(ComparisonPlan plan, Descriptors? descriptors = null) =>
    [
        .. SetTwice.Check(plan.Set),
        .. CheckDuration(plan),
        .. CheckGates(plan.Gates),
        .. CheckMemory(plan),
        .. CheckSide("reference", plan.Reference),
        .. CheckSide("candidate", plan.Candidate),
        .. PlanRules.CheckDescriptors(LoadPlan.InTurns([plan.Reference, plan.Candidate]), descriptors),
    ];

    private static IEnumerable<Problem> CheckDuration(ComparisonPlan plan) => Problem.If(
        plan.MeasureFor < _shortest || plan.MeasureFor > _longest,
        Invariant($"MeasureFor is {plan.MeasureFor.TotalSeconds:#,0.###} s"), "1 s to 1 h", "16 s are enough to detect most differences of 2%.");

    private static IEnumerable<Problem> CheckMemory(ComparisonPlan plan)
    {
        var isByAddress = plan.Reference.Target is UriTarget || plan.Candidate.Target is UriTarget;
        return
        [
            .. OfProcess(plan.Gates.MaxExtraAllocatedBytesPerRequest is null ? [] : [nameof(plan.Gates.MaxExtraAllocatedBytesPerRequest)], "the memory"),
            .. OfProcess(WorkDifference.Set(plan.Gates).Select(d => d.Gate), "what happens in the process"),
        ];

        IEnumerable<Problem> OfProcess(IEnumerable<string> gates, string what) => !isByAddress ? [] : gates.Select(gate => new Problem(
            $"{gate} is set, but {what} of an app that is known only by its address is not available",
            "a gate on a figure that is available for both sides",
            "Load it with LoadTest.For or LoadTest.ForPublished, or leave the gate out."));
    }

    private static IEnumerable<Problem> CheckSide(string name, LoadPlan plan) =>
    [
        .. PlanRules.Check(plan, isAlone: false).Select(p => p.In($"The {name}")),
        .. DataRules.CheckOrder(plan, "in a comparison").Select(p => p.In($"The {name}")),
        .. ScenarioRules.CheckNone(plan, "in a comparison").Select(p => p.In($"The {name}")),
        .. Problem.If(
            plan.Options.NeedsClient,
            $"The {name}: the framework's client is used in a comparison", "an engine of the kit",
            "The client costs more than most apps do for a request, so both sides would look alike. Leave out ClientHandler and the engine Client."),
        .. Problem.If(
            plan.Gates is not null,
            $"The {name} has gates of its own",
            "gates of the comparison alone",
            "Set ComparisonGates with Within on the comparison, or run the test by itself to judge it by LoadGates."),
        .. Problem.If(
            plan.Rate is not null,
            $"The {name} has a rate set", "a test without a rate", "At a set rate, both sides handle the same load by definition. Leave AtRate out."),
        .. Problem.If(
            plan.Users is not null && plan.Kind.IsSentByKit,
            $"The {name} has users that come and go", "a constant number of users",
            "Both sides take turns in short slices, in which all users take part. Leave WithUsers out, and set o.Connections."),
        .. Problem.If(
            plan.Options.Requests is not null,
            Invariant($"The {name} sends {plan.Options.Requests:N0} Requests"), "a test without a number of requests",
            "Each slice runs for a fixed time. Leave Requests out."),
        .. Problem.If(
            plan.Options is { Requests: null, Duration: not null },
            Invariant($"The {name} sets a Duration of {plan.Options.Duration?.TotalSeconds:#,0.###} s"),
            "a test without a duration",
            "Both sides take turns in short slices. Limit the time of all together with .MeasureFor(...) of the comparison, "
                + "or with MaxComparisonSeconds on an attribute. To unset a duration that a helper sets, set o.Duration to null."),
    ];
}
