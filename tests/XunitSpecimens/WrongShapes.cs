using ThroughputKit;

namespace XunitSpecimens;

public class WrongShapes
{
    private static readonly Microsoft.AspNetCore.Builder.WebApplication _gone = Gone();

    public static Xunit.TheoryData<string> None => [];

    [ThroughputFact]
    public LoadTest Parameters(string path) => Load.App(path);

    [ThroughputFact(MinRps = 1)]
    public void Gates_nothing()
    {
    }

#pragma warning disable MA0155 // the wrong shape is the point
    [ThroughputFact]
    public async void Async_void() => await Load.App("/text").RunAsync();
#pragma warning restore MA0155

    [ThroughputFact]
    public LoadTest? Null() => null;

    [ThroughputFact]
    public string Text() => "/text";

    [ThroughputFact]
    public LoadTest A_static_host_that_is_gone() => LoadTest.For(_gone).Get("/text").Quick();

    [ThroughputFact(MinRps = -5, MaxP50LatencyMs = 20, MaxP95LatencyMs = 10)]
    public LoadTest Gates() => Load.App("/text");

    [ThroughputFact(Connections = 4)]
    public async Task Options() => await Load.App("/text").RunAsync();

#pragma warning disable xUnit1003 // no data is the point
    [ThroughputTheory]
    public LoadTest No_data(string path) => Load.App(path);
#pragma warning restore xUnit1003

    [ThroughputTheory]
    [Xunit.MemberData(nameof(None), DisableDiscoveryEnumeration = true)]
    public LoadTest No_rows(string path) => Load.App(path);

    [ThroughputFact(Timeout = 1_000)]
    public LoadTest Too_slow() => LoadTest.For<TestApp.App>().Get("/text").With(o => o.Duration = TimeSpan.FromMinutes(1));

    [ThroughputFact]
    public LoadComparison Compares_without_gates() => Ungated();

    [ThroughputFact]
    public async Task Compares_without_gates_and_verifies() => (await Ungated().RunAsync()).Verify();

    // Long enough for a cold app on a busy machine, or it would be said that too little was compared.
    private static LoadComparison Ungated() =>
        Load.App("/5ms").With(Timed).ComparedWith(Load.App("/text").With(Timed)).MeasureFor(TimeSpan.FromSeconds(3));

    private static void Timed(LoadOptions options) => options.Requests = null;

    private static Microsoft.AspNetCore.Builder.WebApplication Gone()
    {
        var app = Microsoft.AspNetCore.Builder.WebApplication.Create();
        ((IDisposable)app).Dispose();
        return app;
    }
}
