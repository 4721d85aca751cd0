using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Searching;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Searching;

/// <summary>The highest rate of a real app. The rate depends on the machine; how it is found doesn't.</summary>
public class MaxRateTests
{
    [Fact]
    [Trait("Category", "Slow")]
    public async Task Finds_the_rate_of_an_app_that_serves_four_at_a_time()
    {
        var (started, stopped, prepared) = (0, 0, 0);
        var test = LoadTest.For<App>(app => app.ConfigureServices = services =>
            services.AddHostedService(_ => new LifeSignal(() => started++, () => stopped++))).Get("/four-at-a-time").Prepare((_, _) =>
            {
                prepared++;
                return Task.CompletedTask;
            });

        var result = await Short(test).FindMaxRateAsync(TimeSpan.FromMilliseconds(200));

        Assert.InRange(result.Rate, 1, 800 * RateSearch.Precision); // four at a time, 5 ms or more each: at most 800 a second
        Assert.Equal(result.Rate, result.Steps.Where(s => s.Held).Max(s => s.Rate));
        Assert.Contains(result.Steps, s => !s.Held);
        Assert.InRange(result.Steps.Count, 4, RateSearch.MaxSteps);
        Assert.Equal((1, 1, 1), (started, stopped, prepared));
        Assert.Equal((TimeSpan.FromMilliseconds(200), 16), (result.MaxP99, result.Unpaced.Connections));
        Assert.NotNull(result.Unpaced.Startup.HostStart);
        Assert.All(result.Steps, Check);
        Assert.Equal(
            result.Steps.Where(s => !s.Held && s.Rate > result.Rate).Min(s => s.Rate) / result.Rate <= RateSearch.Precision,
            result.Reason.EndsWith("did not hold in two tries", StringComparison.Ordinal));
        Assert.Contains("RPS: ", result.ToString(), StringComparison.Ordinal);

        static void Check(MaxRateStep step)
        {
            Identity.Check(step.Result);
            Assert.Null(step.Result.Startup.HostStart);
            Assert.Equal(step.Held, step.WhyNot is null);
            Assert.True(!step.Held || (step.P99.TotalMilliseconds <= 200 && step.Failed == 0));
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Numbers_of_data_go_on_from_step_to_step()
    {
        await using var app = await RecordingApp.StartAsync();

        var result = await Short(app.Test.Get("/{n}").WithData(LoadData.Generated().WithCounter("n"))).FindMaxRateAsync(TimeSpan.FromMilliseconds(200));

        Assert.NotEmpty(result.Steps);
        Assert.Equal(app.Received.Count, app.Targets.Distinct().Count());
    }

    [Fact]
    public async Task An_app_that_answers_with_errors_alone_holds_no_rate()
    {
        var result = await Short(LoadTest.For<App>().Get("/status/500")).FindMaxRateAsync(TimeSpan.FromMilliseconds(1_000));

        Assert.Equal(0, result.Rate);
        Assert.Empty(result.Steps);
        Assert.EndsWith("no request succeeded in the run without a set rate, so no rate was tried", result.Reason, StringComparison.Ordinal);
        Assert.Contains(result.Findings, f => f.Severity == FindingSeverity.Error);
    }

    [Fact]
    public async Task Ends_when_it_is_cancelled_and_stops_the_app()
    {
        var stopped = 0;
        using var cancellation = new CancellationTokenSource();
        var runs = 0;
        var test = LoadTest.For<App>(app => app.ConfigureServices = services => services.AddHostedService(_ => new LifeSignal(() => { }, () => stopped++)))
            .Get("/text").Prepare(async (_, _) =>
            {
                runs++;
                await cancellation.CancelAsync();
            });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Short(test).FindMaxRateAsync(TimeSpan.FromMilliseconds(100), cancellation.Token).WaitAsync(TimeSpan.FromSeconds(30)));

        Assert.Equal((1, 1), (runs, stopped));
    }

    [Fact]
    public async Task A_stop_that_fails_is_a_finding()
    {
        var result = await Short(LoadTest.For<App>(app => app.Configuration["Mode"] = "fails at stop").Get("/status/500")).FindMaxRateAsync(TimeSpan.FromMilliseconds(1));

        Assert.Contains(result.Findings, f => f.Name == "StopFailed" && f.Message.Contains("The queue 'orders' has gone", StringComparison.Ordinal));
    }

    private static LoadTest Short(LoadTest test) => test.With(o =>
    {
        o.Connections = 16;
        o.Duration = TimeSpan.FromMilliseconds(300);
        (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100));
    });
}
