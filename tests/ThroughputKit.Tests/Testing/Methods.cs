#pragma warning disable CA1822 // test methods are mostly not static
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using TestApp;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Test methods of every shape, right and wrong, to be called as an attribute would.</summary>
internal sealed class Methods
{
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public static LoadTest Quick { get; } = LoadTest.For<App>().Get("/text").Sending(40);

    public LoadTest ReturnsTest() => Quick;

    public LoadTest AllocatesInTheBackground() => LoadTest.For<App>(app => app.Configuration["Mode"] = "allocates in the background").Get("/array/16")
        .With(o => (o.Connections, o.Requests, o.WarmUp, o.MaxWarmUp) = (4, 2_000, TimeSpan.FromMilliseconds(300), TimeSpan.FromSeconds(8)));

    public async Task<LoadTest> ReturnsTaskOfTest()
    {
        await Task.Yield();
        return Quick;
    }

    public async ValueTask<LoadTest> ReturnsValueTaskOfTest()
    {
        await Task.Yield();
        return Quick;
    }

    public async Task RunsIt() => await Quick.RunAsync();

    public async ValueTask RunsItInAValueTask() => await Quick.RunAsync();

    public void RunsItAndBlocks() => Quick.RunAsync().GetAwaiter().GetResult();

    public Task<LoadResult> ReturnsTaskOfResult() => Quick.RunAsync();

    public async ValueTask<LoadResult> ReturnsValueTaskOfResult() => await Quick.RunAsync();

    public LoadResult ReturnsResult() => Quick.RunAsync().GetAwaiter().GetResult();

    public LoadTest ReturnsWarmTest() => Quick.With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50)));

    public async Task RunsWarmTest() => await ReturnsWarmTest().RunAsync();

    public LoadTest Takes(int requests) => Quick.Sending(requests);

    public async Task RunsTwo()
    {
        await Quick.RunAsync();
        await LoadTest.For<App>().Get("/status/500").Sending(7).RunAsync();
    }

    public Task FindsTheHighestRate() => Stepping("/20ms").FindMaxRateAsync(maxP99Ms: 1);

    public Task FindsNoRate() => Stepping("/status/500").FindMaxRateAsync(maxP99Ms: 1);

    // Half a second in the first attempt, 20 ms in the second, half a second in the third: far apart on a busy machine too.
    public LoadTest IsFasterTheSecondTime()
    {
        var attempts = 0;
        return LoadTest.For<App>(app => app.ConfigureServices = services =>
        {
            attempts++;
            services.AddSingleton<IStartupFilter>(new WaitingFilter(() => Task.Delay(attempts == 2 ? 20 : 500)));
        }).Get("/text").Sending(8);
    }

    public LoadTest StartsOnlyOnce()
    {
        var attempts = 0;
        return OnStart(() =>
        {
            if (++attempts > 1)
            {
                throw new InvalidOperationException("The licence is used up.");
            }
        });
    }

    public async Task<LoadResult> IsCancelledInItsSecondAttempt()
    {
        using var cancel = new CancellationTokenSource();
        var attempts = 0;
        return await OnStart(() =>
        {
            if (++attempts > 1)
            {
                cancel.Cancel();
            }
        }).RunAsync(cancel.Token);
    }

    // An app that keeps running from attempt to attempt.
    public async Task PreparesAnAppThatGoesOn()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        await using var app = builder.Build();
        app.MapGet("/", () => "hello");
        await LoadTest.For(app).Get("/").Sending(8).Prepare((_, _) =>
        {
            Prepared++;
            return Task.FromResult<IEnumerable<KeyValuePair<string, string>>>([]);
        }).RunAsync();
    }

    public int Prepared { get; private set; }

    public bool HasTimeForLess { get; private set; }

    public bool HasTimeForMore { get; private set; }

    // With a timeout of ten minutes.
    public async Task AsksForTime()
    {
        var scope = TestRunScope.Current!;
        (HasTimeForLess, HasTimeForMore) = (scope.HasTimeFor(TimeSpan.FromMinutes(1)), scope.HasTimeFor(TimeSpan.FromMinutes(10)));
        await Quick.RunAsync();
    }

    /// <summary>Gets a task that ends when a method has begun what it never ends.</summary>
    public Task HasBegun => _begun.Task;

    /// <summary>Ends what a method waits for.</summary>
    public void End() => _end.TrySetResult();

    public LoadTest DoesNotWait() => Short("/text");

    public LoadTest Waits() => Short("/5ms");

    public LoadTest HasARate() => Short("/text").AtRate(100);

    // The first requests of the candidate fail, which ends the comparison.
    public Task ComparesWithOneThatFails() => LoadTest.Compare(Timed("/text"), Timed("/status/500")).Within(new ComparisonGates { MinRpsRatio = 0.5 }).RunAsync();

    public Task Compares() => LoadTest.Compare(Timed("/text"), Timed("/5ms")).Within(new ComparisonGates { MinRpsRatio = 0.5 }).RunAsync();

    public Task ComparesWithoutGates() => Ungated().RunAsync();

    public async Task ComparesWithoutGatesAndVerifies() => (await Ungated().RunAsync()).Verify();

    public async Task ComparesWithoutGatesBesideARun()
    {
        await Quick.RunAsync();
        await ComparesWithoutGates();
    }

    public LoadTest EveryThirdFails() => LoadTest.For<App>().Get("/every-third").Sending(300);

    public LoadTest Long() => LoadTest.For<App>(app => app.ConfigureServices = _ => _begun.TrySetResult()).Get("/text").Lasting(60_000);

    public async Task IsInItsRun()
    {
        var run = LoadTest.For<App>().Get("/text").Lasting(60_000).RunAsync();
        _begun.SetResult();
        await run;
    }

    public void Blocks()
    {
        _begun.SetResult();
        _end.Task.GetAwaiter().GetResult();
    }

    public async Task DoesNotAwait()
    {
        _ = LoadTest.For<App>().Get("/text").Lasting(60_000).RunAsync();
        await Task.Yield();
    }

    public async Task FailsAfterItsRun()
    {
        await Quick.RunAsync();
        throw new InvalidOperationException("2 is not 3");
    }

    public async Task HasAFailingRunThatItDoesNotAwait()
    {
        var failing = LoadTest.For<App>(app => app.Configuration["Mode"] = "throws").Get("/text").RunAsync();
        await Quick.RunAsync();
        await Task.WhenAny(failing);
    }

    public async Task HidesAFailingRun()
    {
        try
        {
            await LoadTest.For<App>(app => app.Configuration["Mode"] = "throws").Get("/text").RunAsync();
        }
        catch (LoadTestException)
        {
            await Quick.RunAsync();
        }
    }

    public async Task CutsTheFlow()
    {
        await Quick.RunAsync();
        Task other;
        using (ExecutionContext.SuppressFlow())
        {
            other = Task.Run(() => LoadTest.For<App>().Get("/status/500").Sending(5).RunAsync());
        }

        await other;
    }

    // The first requests of each wait for those of the other, so both are under load at the same time.
    public Task RunsTwoAtOnce()
    {
        TaskCompletionSource[] loaded = [new(), new()];
        return Task.WhenAll(RunAsync(0), RunAsync(1));

        Task<LoadResult> RunAsync(int number) => LoadTest
            .For<App>(app => app.ConfigureServices = services => services.AddSingleton<IStartupFilter>(new WaitingFilter(() =>
            {
                loaded[number].TrySetResult();
                return loaded[1 - number].Task;
            })))
            .Get("/text").Sending(40).With(o => o.Timeout = TimeSpan.FromMinutes(1)).RunAsync();
    }

    public async Task WaitsAfterItsRun()
    {
        await Quick.RunAsync();
        _begun.SetResult();
        await _end.Task;
    }

    public LoadTest? ReturnsNull() => null;

    public Task<LoadTest?> ReturnsTaskOfNull() => Task.FromResult<LoadTest?>(null);

    public Task? ReturnsNoTask() => null;

    public void RunsNothing()
    {
    }

    public async Task RunsNothingEither() => await Task.Yield();

#pragma warning disable MA0155 // the wrong shape is the point
    public async void IsAsyncVoid() => await Task.Yield();
#pragma warning restore MA0155

    public IEnumerable<LoadTest> ReturnsMany() => [Quick];

    public int ReturnsNumber() => 1;

    public Task<Microsoft.FSharp.Core.Unit> ReturnsTaskOfUnit() => Task.FromResult<Microsoft.FSharp.Core.Unit>(null!);

    public Microsoft.FSharp.Control.FSharpAsync<LoadTest> ReturnsAsync() => null!;

    public LoadTest IsGeneric<T>() => Quick.WithHeader("X-Type", typeof(T).Name);

    private static LoadTest Stepping(string path) => LoadTest.For<App>().Get(path).Lasting(300)
        .With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100)));

    private static LoadComparison Ungated() => LoadTest.Compare(Timed("/text"), Timed("/twin")).MaxDuration(TimeSpan.FromSeconds(2));

    private static LoadTest OnStart(Action act) => LoadTest.For<App>(app => app.ConfigureServices = _ => act()).Get("/text").Sending(40);

    private static LoadTest Short(string path) => Timed(path).Sending(40);

    private static LoadTest Timed(string path) => LoadTest.For<App>().Get(path)
        .With(o => (o.Connections, o.WarmUp, o.MaxWarmUp) = (4, TimeSpan.Zero, TimeSpan.Zero)); // a wait of 20 ms is clear in any state
}
