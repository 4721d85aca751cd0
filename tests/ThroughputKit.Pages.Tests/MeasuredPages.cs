using HelloApi;

namespace ThroughputKit.Tests.Pages;

/// <summary>Writes a page for each kind of result that people meet, measured on a real app.</summary>
internal static class MeasuredPages
{
    private static readonly TimeSpan _short = TimeSpan.FromSeconds(0.6);
    private static readonly TimeSpan _warmUp = TimeSpan.FromSeconds(0.3);

    public static IReadOnlyList<string> Names { get; } = ["passed", "failed", "mix", "rate", "comparison", "experiment", "search"];

    public static async Task WriteAsync(string folder)
    {
        await using var app = HelloApp.Build(["--environment=Production", "--urls=http://127.0.0.1:0", "--Logging:LogLevel:Default=None"]);
        var sliced = LoadTest.For(app).With(o => (o.WarmUp, o.MaxWarmUp, o.Connections) = (_warmUp, _warmUp, 4));
        var test = sliced.With(o => o.Duration = _short);
        string PathOf(string name) => Path.Combine(folder, $"{name}.html");

        var passed = test.Get("/hello").Within(new LoadGates { MinRps = 1, MaxAllocatedBytesPerRequest = 1_000_000 });
        await (await passed.RunAsync()).WriteReportAsync(PathOf("passed"));

        var failed = test.Get("/missing?q=<script>alert(1)</script>").Within(new LoadGates { MinRps = 1, MaxFailures = 0 });
        await (await failed.RunAsync()).WriteReportAsync(PathOf("failed"));

        var mix = test.Get("/hello").Get("/classic/hello").Get("/bare/hello").Get("/none");
        await (await mix.RunAsync()).WriteReportAsync(PathOf("mix"));

        await (await test.Get("/hello").AtRate(200).RunAsync()).WriteReportAsync(PathOf("rate"));

        var comparison = sliced.Get("/classic/hello").ComparedWith(sliced.Get("/hello")).Within(new ComparisonGates { MaxSlowdownPercent = 5 });
        await (await comparison.MeasureFor(TimeSpan.FromSeconds(2)).RunAsync()).WriteReportAsync(PathOf("comparison"));

        var experiment = LoadTest.Experiment()
            .Add("minimal API", sliced.Get("/hello")).Add("controller", sliced.Get("/classic/hello")).Add("middleware", sliced.Get("/bare/hello"));
        await (await experiment.MeasureFor(TimeSpan.FromSeconds(2)).RunAsync()).WriteReportAsync(PathOf("experiment"));

        var search = await test.Get("/hello").FindMaxRateAsync(TimeSpan.FromMilliseconds(50));
        await search.WriteReportAsync(PathOf("search"));
    }
}
