using System.Globalization;

namespace ThroughputKit.Baselines;

/// <summary>Finds the settings of a run that differ from its baseline. Pure.</summary>
internal static class SettingsComparison
{
    private const string Approve = "or approve anew: " + ApproveSwitch.How + ".";

    /// <summary>Returns every difference, with its remedy.</summary>
    public static IEnumerable<SettingsDifference> Find(BaselineSettings now, BaselineSettings approved) =>
        OfRequests(now, approved).Concat(
        [
            new("the connections", Show(now.Connections), Show(approved.Connections), $"Set o.Connections as it was, {Approve}"),
            new("the pipeline depth", Show(now.PipelineDepth), Show(approved.PipelineDepth), $"Set o.PipelineDepth as it was, {Approve}"),
            new("the rate", now.Rate ?? "not set", approved.Rate ?? "not set", $"Set AtRate as it was, {Approve}"),
            new("the warm-up", WarmUp(now), WarmUp(approved), $"Set o.WarmUp as it was, {Approve}"),
            new("the engine", now.Engine.ToString(), approved.Engine.ToString(), $"To have the same on every system, set o.Engine = LoadEngine.Socket; {Approve}"),
            new("the app's place", now.App.ToString(), approved.App.ToString(), $"Load it as it was (For, ForPublished or Against), {Approve}"),
            new("the collector", now.Collector, approved.Collector, $"Set ServerGarbageCollection and GarbageCollectionAdaptationMode as they were, {Approve}"),
            new("the runtime", now.Runtime, approved.Runtime, $"Another major version allocates otherwise: run on the same, {Approve}"),
        ]).Where(d => d.Now != d.Approved);

    private static IEnumerable<SettingsDifference> OfRequests(BaselineSettings now, BaselineSettings approved)
    {
        const string Remedy = "Send what was sent, and the same in every run, " + Approve;
        return now.Requests.Count == approved.Requests.Count
            ? now.Requests.Zip(approved.Requests, (n, a) => new SettingsDifference("the request", n.ToString(), a.ToString(), Remedy))
            : [new SettingsDifference("the number of requests", Show(now.Requests.Count), Show(approved.Requests.Count), Remedy)];
    }

    private static string WarmUp(BaselineSettings settings) => settings.WarmsUp ? "some" : "none";

    private static string Show(int value) => value.ToString("N0", CultureInfo.InvariantCulture);
}
