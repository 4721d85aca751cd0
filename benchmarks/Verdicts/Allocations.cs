using System.Diagnostics;
using System.Globalization;
using ThroughputKit;
using ThroughputKit.Gates;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Running;

namespace Verdicts;

/// <summary>The gate on allocated bytes again and again, with a limit a few bytes above what the app allocates, each time with an app of its own.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often it is tried.</param>
/// <param name="ExtraBytes">How many bytes more each request allocates than when the limit was set.</param>
internal sealed record Allocations(string Name, int Trials, int ExtraBytes)
{
    private const string Calibration = "calibration: allocated bytes";
    private const int Calibrations = 5;
    private const int AllowedBytes = 8;

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        while (records.Of(Calibration).Count < Calibrations)
        {
            var (_, record) = await TryAsync(Calibration, extraBytes: 0, limit: 1e9, cancellationToken);
            records.Add(record);
        }

        var limit = records.Of(Calibration).Select(r => r.Value!.Value).Order().ElementAt(Calibrations / 2) + AllowedBytes;
        while (records.Of(Name).Count < (trials ?? Trials))
        {
            var (note, record) = await TryAsync(Name, ExtraBytes, limit, cancellationToken);
            records.Add(record);
            Console.WriteLine($"{Name} {records.Of(Name).Count}: {record.Verdict} after {record.Seconds:0.0} s, {note}");
        }
    }

    private static async Task<(string Note, Record Record)> TryAsync(string series, int extraBytes, double limit, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        await using var app = await new SlowApp(Slowness.None, 0, SlowApp.BaseBytes + extraBytes).StartAsync();
        var plan = new LoadPlan(new HostTarget(app.Host))
        {
            Requests = [LoadRequest.Get("/extra")],
            Options = new LoadOptions { Duration = TimeSpan.FromSeconds(1) },
            Gates = new LoadGates { MaxAllocatedBytesPerRequest = limit },
        };
        var result = await LoadRun.RunAsync(plan, new RunContext(cancellationToken));
        cancellationToken.ThrowIfCancellationRequested(); // the app stops with the program: no trial
        var verdict = GateJudge.JudgeEligible(result, new LoadGates { MaxAllocatedBytesPerRequest = limit });
        var name = verdict.Failed.Count > 0 ? "Failed" : verdict.Inconclusive.Count + verdict.NotJudged.Count > 0 ? "Inconclusive" : "Passed";
        var bytes = result.Memory.Allocation?.BytesPerRequest;
        var note = string.Create(CultureInfo.InvariantCulture, $"{bytes:0.00} B, limit {limit:0.00} B");
        return (note, new Record(series, TimeProvider.System.GetUtcNow(), name, Stopwatch.GetElapsedTime(begun).TotalSeconds, bytes, null, note));
    }
}
