using ThroughputKit;

namespace XunitSpecimens;

public class FailingGates
{
    // So many requests, each of which takes so long, that the window has parts, and so an interval, on any machine.
    [ThroughputFact(MinRps = 1_000_000_000, MaxAllocatedBytesPerRequest = 1, Requests = 200)]
    public LoadTest Beyond_any_app() => Load.App("/5ms");

    [ThroughputFact]
    [EndpointGates("GET /every-third", MaxFailures = 50)]
    public LoadTest With_errors() => Load.App("/every-third").Quick(300);

    [ThroughputFact]
    public LoadTest That_cannot_start() => LoadTest.For<TestApp.App>(app => app.Configuration["Mode"] = "throws").Get("/text").Quick();

    [Unreachable]
    public LoadTest By_the_attribute_of_a_team() => Load.App("/text");

    [ThroughputFact]
    public async Task With_an_assertion_of_its_own()
    {
        var result = await Load.App("/text").RunAsync();
        Xunit.Assert.Equal(51, result.Sent);
    }

#pragma warning disable xUnit3003 // where the test is in its source doesn't matter here
    private sealed class UnreachableAttribute : ThroughputFactAttribute
    {
        public UnreachableAttribute() => MinRps = 1_000_000_000;
    }
#pragma warning restore xUnit3003
}
