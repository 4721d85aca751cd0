using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;

namespace HotPath;

/// <summary>
/// How the benchmarks run, where options don't say otherwise: briefly, with the bytes allocated, in one table. In this
/// process, because the project that BenchmarkDotNet would generate doesn't build under this repository's rules.
/// </summary>
internal static class ShortRuns
{
    public static IConfig Config => ManualConfig.CreateMinimumViable()
        .AddJob(Job.Default
            .WithToolchain(InProcessEmitToolchain.DontLogOutput)
            .WithWarmupCount(5)
            .WithIterationCount(7)
            .WithIterationTime(TimeInterval.FromMilliseconds(150))
            .AsDefault())
        .AddDiagnoser(new MemoryDiagnoser(new MemoryDiagnoserConfig(displayGenColumns: false)))
        .AddColumn(CategoriesColumn.Default)
        .AddExporter(MarkdownExporter.GitHub, JsonExporter.Full)
        .WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared))
        .WithOptions(ConfigOptions.JoinSummary)
        .WithArtifactsPath("artifacts/benchmarks/hotpath");
}
