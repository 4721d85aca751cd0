using System.Globalization;
using System.Text;

namespace ThroughputKit.Reporting;

/// <summary>Formats a result as a few lines of text.</summary>
internal static class Summary
{
    public static string Write(LoadResult result)
    {
        var text = new StringBuilder();
        Line(text, $"{result.Name}: {Counted.Of(result.Connections, "connection")}, {result.Duration.TotalSeconds:0.###} s");
        Line(text, $"  RPS         {result.RequestsPerSecond:N0} ({result.Sent:N0} sent, {result.Succeeded:N0} succeeded, {result.Failed:N0} failed, {result.InFlightAtEnd:N0} in flight at end)");
        if (result.Latency.Count > 0)
        {
            Line(text, $"  Latency     {result.Latency}");
        }

        if (result.Pacing is { } pacing)
        {
            Line(text, $"  Rate        {pacing.Planned:N0} planned, {pacing.Unsent:N0} never sent, {pacing.Late:N0} sent more than 1 ms late, lateness {pacing.Lateness}");
        }

        WriteMemory(text, result);
        if (AllocationText.Line(result) is { Length: > 0 } allocation)
        {
            Line(text, $"  Allocated   {allocation}");
        }

        if (result.Cpu.TimePerRequest is { } cpu)
        {
            var whose = result.IsAppAlone ? "the app only" : result.Memory.IsAvailable ? "app and generator together" : "the generator only";
            var own = result.Generator.TimePerRequest is { } time && result.Memory.IsAvailable ? string.Create(CultureInfo.InvariantCulture, $"; the generator {(result.Generator.IsEstimate ? "an estimated " : "")}{time.TotalMicroseconds:0.0} us") : "";
            Line(text, $"  Processor   {cpu.TotalMicroseconds:0.0} us per request, {result.Cpu.BusyCores:0.00} cores busy ({whose}{own})");
        }

        if (result.Startup.FirstResponse is { } first)
        {
            var start = result.Startup.HostStart is { } host ? $"host {Ms(host)}, " : "";
            Line(text, $"  Start-up    {start}first response {Ms(first)}");
        }

        WriteEndpoints(text, result);
        WriteFailures(text, result);
        foreach (var finding in result.Findings)
        {
            Line(text, $"  {finding}");
        }

        return text.ToString().TrimEnd();
    }

    private static void WriteMemory(StringBuilder text, LoadResult result)
    {
        var memory = result.Memory;
        if (memory.AllocatedBytesPerRequest is { } allocated)
        {
            Line(text, $"  Memory      {allocated:N1} B allocated per request, heap {(memory.ManagedHeapDelta is { } heap ? heap.ToString("+#,0;-#,0;0", CultureInfo.InvariantCulture) : "?")} B, working set {memory.WorkingSetDelta:+#,0;-#,0;0} B, collections {memory.Gen0Collections}/{memory.Gen1Collections}/{memory.Gen2Collections}");
        }
        else if (result.Generator.AllocatedBytesPerRequest is { } generator)
        {
            Line(text, $"  Memory      not available for an app {WhyNoMemory(result)}; the generator allocated {generator:N1} B per request");
        }
    }

    private static string WhyNoMemory(LoadResult result) => result.HasAppGone ? "whose process has ended"
        : result.AppSilence is { } silence ? $"whose process did not answer {silence}"
        : "that the kit has not started";

    private static void WriteFailures(StringBuilder text, LoadResult result)
    {
        if (result.Failed == 0)
        {
            return;
        }

        var failures = result.Failures;
        (string Kind, long Count)[] kinds =
        [
            ("connect", failures.Connect), ("write", failures.Write), ("read", failures.Read),
            ("closed while reusing", failures.ClosedWhileReusing), ("timeout", failures.Timeouts),
            ("malformed", failures.Malformed), ("unexpected status", failures.UnexpectedStatus),
        ];
        Line(text, $"  Failures    {string.Join(", ", kinds.Where(k => k.Count > 0).Select(k => string.Create(CultureInfo.InvariantCulture, $"{k.Count:N0} {k.Kind}")))}");
        foreach (var example in failures.Examples.DistinctBy(e => (e.Kind, e.Request, e.Detail)))
        {
            Line(text, $"    {example}{FirstLine(example)}");
        }
    }

    private static void WriteEndpoints(StringBuilder text, LoadResult result)
    {
        if (result.Endpoints.Count > 1)
        {
            foreach (var endpoint in result.Endpoints)
            {
                Line(text, $"  {endpoint}");
            }
        }
    }

    private static string FirstLine(FailureExample example) => example.Response is { Length: > 0 } response
        ? $" ({response.Split('\n')[0]})"
        : "";

    private static void Line(StringBuilder text, FormattableString line) =>
        text.AppendLine(line.ToString(CultureInfo.InvariantCulture));

    private static string Ms(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.00} ms");
}
