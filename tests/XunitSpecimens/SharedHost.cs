using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

/// <summary>Three tests on one host: the app counts its requests over all of them.</summary>
public class SharedHost(ThroughputHost<App> host) : IClassFixture<ThroughputHost<App>>
{
    [ThroughputTheory(MaxFailurePercent = 50)]
    [InlineData(1)]
    [InlineData(2)]
    public LoadTest Counts(int round) => LoadTest.For(host).Get($"/every-third?round={round}").Quick(30);

    [ThroughputFact]
    public async Task Sees_the_services()
    {
        await LoadTest.For(host).Get("/text").Quick().RunAsync();
        Assert.True(host.Services.GetRequiredService<Counter>().Next() is 1 or 31 or 61);
    }
}
