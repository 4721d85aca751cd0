using BenchmarkDotNet.Reports;

namespace HotPath;

/// <summary>Judges a run by what doesn't depend on the machine: what is done for every request allocates nothing. Times never fail it.</summary>
internal static class AllocationGuard
{
    public static bool Passes(IEnumerable<Summary> summaries)
    {
        BenchmarkReport[] reports = [.. summaries.SelectMany(s => s.Reports)];
        string[] problems = [.. reports.Select(Problem).OfType<string>(), .. reports.Length == 0 ? ["No benchmark ran"] : Array.Empty<string>()];
        foreach (var problem in problems)
        {
            Console.WriteLine(problem);
        }

        var guarded = reports.Count(IsPerRequest);
        Console.WriteLine($"{reports.Length} benchmarks, {guarded} of them of what is done for every request; {problems.Length} failed");
        return problems.Length == 0;
    }

    private static string? Problem(BenchmarkReport report) =>
        !report.Success ? $"{Name(report)} gave no result"
        : !IsPerRequest(report) ? null
        : report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase) switch
        {
            0 => null,
            null => $"{Name(report)}: what it allocates was not measured",
            var bytes => $"{Name(report)} allocates {bytes} B per request, allowed is nothing",
        };

    private static bool IsPerRequest(BenchmarkReport report) => report.BenchmarkCase.Descriptor.HasCategory(Category.PerRequest);

    private static string Name(BenchmarkReport report) =>
        $"{report.BenchmarkCase.Descriptor.Type.Name}.{report.BenchmarkCase.Descriptor.WorkloadMethod.Name}";
}
