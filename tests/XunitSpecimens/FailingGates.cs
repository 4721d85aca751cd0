using ThroughputKit;

namespace XunitSpecimens;

public class FailingGates
{
    [ThroughputFact(MinRps = 1_000_000_000, MaxAllocatedBytesPerRequest = 1, DurationSeconds = 1)]
    public LoadTest Beyond_any_app() => Load.App("/text");

    [ThroughputFact]
    public LoadTest With_errors() => Load.App("/every-third").Quick(300);

    [ThroughputFact]
    public LoadTest That_cannot_start() => LoadTest.For<TestApp.App>(app => app.Configuration["Mode"] = "throws").Get("/text").Quick();

    [ThroughputFact]
    public async Task With_an_assertion_of_its_own()
    {
        var result = await Load.App("/text").RunAsync();
        Xunit.Assert.Equal(51, result.Sent);
    }
}
