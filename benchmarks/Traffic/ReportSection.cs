using System.Diagnostics;
using System.Globalization;
using ThroughputKit;
using ThroughputKit.Recording;
using ThroughputKit.Reports;
using ThroughputKit.Running;
using ThroughputKit.Tests.Reports;
using ThroughputKit.Tests.Support;

namespace Traffic;

/// <summary>The reports of a run of 10 minutes at 100,000 RPS: how big they are, and how long they take. Its latencies are random and not measured.</summary>
internal static class ReportSection
{
    private const int Requests = 20, Rps = 100_000, OneFails = 100_000, Times = 5;
    private const double LeastNanoseconds = 2e5;

    private static readonly TimeSpan _duration = TimeSpan.FromMinutes(10);

    /// <returns>Whether the page is smaller than 100 KB.</returns>
    public static async Task<bool> RunAsync()
    {
        var result = Result();
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"Reports of a run of {_duration.TotalMinutes} minutes: {result.Rps:N0} RPS of {Requests} requests, {result.Intervals.Count} intervals, {result.Failed} failures"));
        Console.WriteLine("Format      Bytes  First ms  Median ms  Load average");
        var isSmall = true;
        foreach (var extension in ReportFile.Extensions.Where(e => e != ".htm"))
        {
            using var folder = new TemporaryFolder();
            var times = new double[Times + 1];
            for (var i = 0; i <= Times; i++)
            {
                var start = Stopwatch.GetTimestamp();
                await result.WriteReportAsync(folder.File($"report{extension}"));
                times[i] = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
            }

            var bytes = Directory.GetFiles(folder.Path).Sum(f => new FileInfo(f).Length);
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture, $"{extension,-6}{bytes,11:N0}{times[0],10:0.0}{times[1..].Order().ElementAt(Times / 2),11:0.0}{Machine.Load,14}"));
            isSmall &= extension != ".html" || bytes < HtmlReport.MaxBytes;
        }

        Console.WriteLine();
        return isSmall;
    }

    // Each tenfold latency is a hundredth as frequent, up to many seconds, so that many buckets hold some.
    private static LoadResult Result()
    {
        var (recorder, random) = (new Recorder(Requests), new Random(1));
        var all = (long)_duration.TotalSeconds * Rps;
        for (var i = 0L; i < all; i++)
        {
            var (request, at, took) = ((int)(i % Requests), 1_000_000_000 / Rps * i, (long)(LeastNanoseconds / Math.Sqrt(1 - random.NextDouble())));
            recorder.Begin(request);
            recorder.Complete(request, i % OneFails == 0 ? 500 : 200, i % OneFails != 0, inWindow: true, at, took * (request + 1));
        }

        var latency = recorder.Whole().Latency;
        var batch = new Batch(
            _duration / BatchWatch.MaxBatches, recorder.Succeeded / BatchWatch.MaxBatches, latency.Mean, latency.Percentile(50), latency.Percentile(95), latency.Percentile(99));
        return ReportSamples.Run() with
        {
            Duration = _duration,
            Sent = all,
            Succeeded = recorder.Succeeded,
            Failed = recorder.Failed,
            InFlightAtEnd = 0,
            Rps = recorder.Succeeded / _duration.TotalSeconds,
            Latency = new LatencyFigures(latency),
            Endpoints = [.. Enumerable.Range(0, Requests).Select(i => Endpoint($"GET /orders/{i}", recorder.Endpoint(i)))],
            Failures = ReportSamples.Failures(recorder.Failed),
            Statuses = new SortedDictionary<int, long> { [200] = recorder.Succeeded, [500] = recorder.Failed },
            Intervals = ResultBuilder.Intervals(recorder.Series, _duration),
            Batches = [.. Enumerable.Repeat(batch, BatchWatch.MaxBatches)],
        };
    }

    private static EndpointFigures Endpoint(string name, Tally tally) => ReportSamples.Endpoint(name, tally.Latency, tally.Succeeded, tally.Failures.Total) with
    {
        Sent = tally.Sent,
        InFlightAtEnd = 0,
        Rps = tally.Succeeded / _duration.TotalSeconds,
    };
}
