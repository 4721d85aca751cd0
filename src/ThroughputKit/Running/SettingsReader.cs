using ThroughputKit.Hosting;
using ThroughputKit.Planning;

namespace ThroughputKit.Running;

/// <summary>Reads the settings of a run.</summary>
internal static class SettingsReader
{
    public static RunSettings Read(LoadPlan plan, RunningApp app) => new(
        [.. plan.Requests.Select(r => r.WithDefaultHeaders(plan.Headers))],
        plan.Options.PipelineDepth,
        plan.Rate,
        app.Place,
        plan.Options.WarmUp > TimeSpan.Zero);
}
