using ThroughputKit.Planning;

namespace ThroughputKit.Gates;

/// <summary>Refuses gates on figures that can't be measured where the framework's client makes the load.</summary>
internal static class ClientGateRules
{
    public static IEnumerable<Problem> Check(LoadGates? gates, LoadPlan plan) => gates is null || !plan.UsesClient ? []
        : [
            .. Problem.If(
                gates.MaxFirstResponseMs is not null && !plan.Kind.IsSentByKit,
                "MaxFirstResponseMs is set for a scenario", "a test of requests",
                "Its code may do anything before the first response. Leave it out, or set it for a test with one request."),
            .. plan.Target.IsInProcess ? OfProcess(gates, plan.Kind.IsSentByKit) : [],
        ];

    // The client, and a scenario's code, share the app's process.
    private static IEnumerable<Problem> OfProcess(LoadGates gates, bool isSentByKit) =>
        Figures.All.Where(f => f.IsOfProcess && f.Limit(gates) is not null).Select(f => new Problem(
            isSentByKit ? $"{f.Gate} is set for a load by the framework's client, which runs in the app's process"
                : $"{f.Gate} is set for a scenario, whose code and clients run in the app's process",
            "gates on throughput, latency and failures, or an app in a process of its own",
            "What they take can't be told apart from what the app does. Load it with LoadTest.ForPublished, or leave the gate out."));
}
