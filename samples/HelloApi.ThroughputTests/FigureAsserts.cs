using FluentAssertions;

namespace HelloApi.ThroughputTests;

/// <summary>Tests that run their load themselves, and assert what no gate is for.</summary>
public class FigureAsserts
{
    [ThroughputFact]
    public async Task Date_is_served_without_surprises()
    {
        var result = await LoadTest.For<HelloApp>().Get("/date").With(o => o.Duration = TimeSpan.FromSeconds(1))
            .Within(new LoadGates { MaxGen2Collections = 5 })
            .RunAsync();

        result.Verify();
        result.Should().HaveOnlyStatus(200).And.HaveP50LatencyOfAtMost(50).And.HaveAllocatedBytesPerRequestOfAtMost(2_048, because: "a date needs little memory");
        result.ConnectionsOpened.Should().Be(0, because: "connections are kept open");
    }

    [ThroughputFact]
    public async Task Controllers_allocate_more_than_middleware()
    {
        var test = LoadTest.For<HelloApp>().With(o => (o.WarmUp, o.Duration) = (TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(1)));
        var classic = await test.Get("/classic/hello").RunAsync();
        var bare = await test.Get("/bare/hello").RunAsync();

        classic.Memory.AllocatedBytesPerRequest.Should().BeGreaterThan(bare.Memory.AllocatedBytesPerRequest!.Value + 500);
    }
}
