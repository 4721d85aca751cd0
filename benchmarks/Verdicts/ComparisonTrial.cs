using System.Diagnostics;
using ThroughputKit;

namespace Verdicts;

/// <summary>One comparison, as it is kept.</summary>
internal static class ComparisonTrial
{
    /// <param name="series">The series that it belongs to.</param>
    /// <param name="comparison">What is compared.</param>
    /// <param name="begun">When the trial began, in Stopwatch ticks.</param>
    /// <param name="cancellationToken">Ends it, and there is no trial.</param>
    public static async Task<Record> RunAsync(string series, LoadComparison comparison, long begun, CancellationToken cancellationToken)
    {
        var result = await comparison.RunAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested(); // the app stops with the program: no trial
        return new Record(
            series,
            TimeProvider.System.GetUtcNow(),
            $"{result.Verdict}",
            Stopwatch.GetElapsedTime(begun).TotalSeconds,
            result.RpsRatio?.Value,
            HalfWidth(result.RpsRatio),
            string.Join("; ", result.Gates.Select(g => g.Message).Concat(result.Findings.Select(f => f.Name).Distinct()))
                + $"; {result.Slices} slices over {result.Reference.Connections} connections, generator {result.GeneratorShare:0.00}")
        {
            WasBusy = result.Findings.Any(f => f.Name == FindingNames.MachineBusy),
            HoldsOne = result.RpsRatio is null ? null : Holds(result.RpsRatio),
            P50 = result.P50Ratio?.Value,
            P50HalfWidth = HalfWidth(result.P50Ratio),
            HoldsOneOfP50 = result.P50Ratio is null ? null : Holds(result.P50Ratio),
        };
    }

    /// <summary>Tries until there are so many.</summary>
    public static async Task RepeatAsync(string series, int trials, Records records, Func<Task<Record>> tryAsync)
    {
        while (records.Of(series).Count < trials)
        {
            var record = await tryAsync();
            records.Add(record);
            Console.WriteLine($"{series} {records.Of(series).Count}: {record.Verdict} after {record.Seconds:0.0} s, {record.Note}");
        }
    }

    private static double? HalfWidth(RatioFigures? ratio) => (ratio?.High - ratio?.Low) / 2;

    private static bool Holds(RatioFigures ratio) => ratio.Low <= 1 && ratio.High >= 1;
}
