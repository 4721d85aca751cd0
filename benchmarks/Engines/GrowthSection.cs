using System.Globalization;
using ThroughputKit;

namespace Engines;

/// <summary>Whether the generator's memory grows with the length of a run.</summary>
internal static class GrowthSection
{
    private static readonly int[] _seconds = [1, 60, 1, 60];

    public static Task RunAsync(Session session, Settings settings, Uri address) => session.TableAsync(
        $"The generator's memory after runs of 1 s and 60 s: 64 connections, GET {settings.Path}, app in another process",
        () => MeasureAsync(LoadTest.Against(address).Get(settings.Path)));

    private static async Task<(string Text, object Figures)> MeasureAsync(LoadTest test)
    {
        await test.With(o => o.Duration = TimeSpan.FromSeconds(1)).RunAsync();
        List<Row> rows = [];
        foreach (var seconds in _seconds)
        {
            var before = GC.GetTotalMemory(forceFullCollection: true);
            var result = await test.With(o => o.Duration = TimeSpan.FromSeconds(seconds)).RunAsync();
            rows.Add(new Row(seconds, GC.GetTotalMemory(forceFullCollection: true) - before, Environment.WorkingSet, result.Generator.AllocatedBytesPerRequest ?? double.NaN));
            GC.KeepAlive(result);
        }

        return (string.Join(Environment.NewLine, rows) + Environment.NewLine, rows);
    }

    private sealed record Row(int Seconds, long HeapGrowth, long WorkingSet, double AllocatedBytesPerRequest)
    {
        public override string ToString() => string.Create(
            CultureInfo.InvariantCulture,
            $"{Seconds,3} s: heap {HeapGrowth,12:+#,0;-#,0;0} B with the result kept, working set {WorkingSet,14:N0} B, {AllocatedBytesPerRequest:0.000} B allocated per request");
    }
}
