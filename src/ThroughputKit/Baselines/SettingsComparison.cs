using System.Globalization;
using ThroughputKit.Baselines.Files;

namespace ThroughputKit.Baselines;

/// <summary>Finds the settings of a run that differ from its baseline. Pure.</summary>
internal static class SettingsComparison
{
    private const string Approve = "or approve again: " + ApproveSwitch.How + ".";

    /// <summary>Returns every difference, with its remedy.</summary>
    public static IEnumerable<Difference> Find(BaselineSettings now, BaselineSettings approved) =>
        OfRequests(now, approved).Concat(
        [
            new("connections", Show(now.Connections), Show(approved.Connections), $"Set o.Connections back, {Approve}"),
            new("pipeline depth", Show(now.PipelineDepth), Show(approved.PipelineDepth), $"Set o.PipelineDepth back, {Approve}"),
            new("rate", now.Rate ?? "not set", approved.Rate ?? "not set", $"Set AtRate back, {Approve}"),
            new("warm-up", WarmUp(now), WarmUp(approved), $"Set o.WarmUp back, {Approve}"),
            new("engine", now.Engine.ToString(), approved.Engine.ToString(), $"Set o.Engine = LoadEngine.Socket, which runs on every system, {Approve}"),
            new("place of the app", now.App.ToString(), approved.App.ToString(), $"Load it as before (For, ForPublished or Against), {Approve}"),
            new("garbage collector", now.Collector, approved.Collector, $"Set ServerGarbageCollection and GarbageCollectionAdaptationMode back, {Approve}"),
            new("runtime", now.Runtime, approved.Runtime, $"A different major version allocates differently. Run on the same version, {Approve}"),
        ]).Where(d => d.Now != d.Approved);

    private static IEnumerable<Difference> OfRequests(BaselineSettings now, BaselineSettings approved)
    {
        const string Remedy = "Send the approved requests, the same in every run, " + Approve;
        return now.Requests.Count == approved.Requests.Count
            ? now.Requests.Zip(approved.Requests, (n, a) => new Difference("request", n.ToString(), a.ToString(), Remedy))
            : [new Difference("number of requests", Show(now.Requests.Count), Show(approved.Requests.Count), Remedy)];
    }

    private static string WarmUp(BaselineSettings settings) => settings.WarmsUp ? "some" : "none";

    private static string Show(int value) => value.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>One setting that differs from the baseline.</summary>
    /// <param name="Setting">The name of the setting.</param>
    /// <param name="Now">The current value.</param>
    /// <param name="Approved">The approved value.</param>
    /// <param name="Remedy">The remedy.</param>
    internal sealed record Difference(string Setting, string Now, string Approved, string Remedy);
}
