using System.Diagnostics;
using System.Globalization;
using ThroughputKit;
using ThroughputKit.Tests.Support;

namespace Traffic;

/// <summary>What a million rows cost before the load: a file of them is read, and a few requests with half of their columns are sent.</summary>
internal static class DataSection
{
    private const int Rows = 1_000_000;

    public static async Task RunAsync()
    {
        await using var app = await RecordingApp.StartAsync();
        var file = Path.GetTempFileName();
        try
        {
            var rows = Enumerable.Range(0, Rows).Select(i => string.Join(',', "abcdefgh".Select(c => $"{c}{i}")));
            await File.WriteAllLinesAsync(file, rows.Prepend("a,b,c,d,e,f,g,h"));
            var (start, processor, before) = (Stopwatch.GetTimestamp(), Environment.CpuUsage.TotalTime, GC.GetTotalAllocatedBytes(precise: true));
            var test = app.Test.WithData(LoadData.FromCsv(file));
            for (var i = 0; i < 10; i++)
            {
                test = test.Get($"/{i}/{{a}}/{{b}}?c={{c}}&d={{d}}");
            }

            var result = await test.With(o => (o.Requests, o.WarmUp) = (10, TimeSpan.Zero)).RunAsync();
            Console.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"A file of {Rows:N0} rows x 8 columns ({new FileInfo(file).Length / 1e6:N0} MB), read, and {result.Succeeded} requests with 4 of them: "
                    + $"{Stopwatch.GetElapsedTime(start).TotalSeconds:0.0} s, "
                    + $"{(Environment.CpuUsage.TotalTime - processor).TotalSeconds:0.0} s of processor time, {(GC.GetTotalAllocatedBytes(precise: true) - before) / 1e6:N0} MB allocated"));
            Console.WriteLine();
        }
        finally
        {
            File.Delete(file);
        }
    }
}
