#pragma warning disable CA1822 // test methods are mostly not static
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Test methods of every shape, right and wrong, to be called as an attribute would.</summary>
internal sealed class Methods
{
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public static LoadTest Quick { get; } = LoadTest.For<App>().Get("/text").Sending(40);

    public LoadTest ReturnsTest() => Quick;

    public LoadTest ReturnsScenario() => LoadTest.For<App>().Scenario("buy", (_, _) => Task.CompletedTask);

    public LoadTest AllocatesInTheBackground() => LoadTest.For<App>(app => app.Configuration["Mode"] = "allocates in the background").Get("/array/16")
        .With(o => (o.Connections, o.Requests, o.WarmUp, o.MaxWarmUp) = (4, 2_000, TimeSpan.FromMilliseconds(300), TimeSpan.FromSeconds(8)));

    public async Task<LoadTest> ReturnsTaskOfTest()
    {
        await Task.Yield();
        return Quick;
    }

    public Task ReturnsTestAsAPlainTask() => ReturnsTaskOfTest();

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

    public LoadTest Takes(int requests) => Quick.Sending(requests);

    // Half a second in the first attempt, 20 ms in the second, half a second in the third: far apart on a busy machine too.
    public LoadTest IsFasterTheSecondTime()
    {
        var attempts = 0;
        return LoadTest.For<App>(app => app.ConfigureServices = services =>
        {
            attempts++;
            services.AddSingleton<IStartupFilter>(new WaitingFilter(() => Task.Delay(attempts == 2 ? 20 : 2_000)));
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

    /// <summary>Gets a task that ends when a method has begun what it never ends.</summary>
    public Task HasBegun => _begun.Task;

    /// <summary>Ends what a method waits for.</summary>
    public void End() => _end.TrySetResult();

    public LoadTest DoesNotWait() => Short("/text");

    public LoadTest Waits() => Short("/5ms");

    public LoadTest HasMoreConnections() => Short("/text").With(o => o.Connections = 16);

    public LoadTest HasARate() => Short("/text").AtRate(100);

    // The first requests of the candidate fail, which ends the comparison.
    public LoadComparison ComparesWithOneThatFails() => Timed("/status/500").ComparedWith(Timed("/text")).Within(new ComparisonGates { MinRpsRatio = 0.5 });

    public LoadComparison Compares() => Timed("/5ms").ComparedWith(Timed("/text"));

    public Task<LoadComparison> ReturnsTaskOfComparison() => Task.FromResult(ComparesWithOneThatFails());

    public async ValueTask<LoadComparison> ReturnsValueTaskOfComparison()
    {
        await Task.Yield();
        return ComparesWithOneThatFails();
    }

    public LoadTest LastsTwoSeconds() => LoadTest.For<App>().Get("/text").Lasting(2_000).With(o => o.Connections = 4);

    public LoadTest HasGates() => Quick.Within(new LoadGates { MaxFailures = 0, MinRps = 1e9 });

    public LoadTest EveryThirdFails() => LoadTest.For<App>().Get("/every-third").Sending(300);

    public LoadTest Long() => LoadTest.For<App>(app => app.ConfigureServices = _ => _begun.TrySetResult()).Get("/text").Lasting(60_000);

    public void Blocks()
    {
        _begun.SetResult();
        _end.Task.GetAwaiter().GetResult();
    }

    public async Task FailsAfterItsRun()
    {
        await Quick.RunAsync();
        throw new InvalidOperationException("2 is not 3");
    }

    public LoadTest? ReturnsNull() => null;

    public Task<LoadTest?> ReturnsTaskOfNull() => Task.FromResult<LoadTest?>(null);

    public Task? ReturnsNoTask() => null;

    public void RunsNothing()
    {
    }

#pragma warning disable MA0155 // the wrong shape is the point
    public async void IsAsyncVoid() => await Task.Yield();
#pragma warning restore MA0155

    public IEnumerable<LoadTest> ReturnsMany() => [Quick];

    public int ReturnsNumber() => 1;

    public Task<Microsoft.FSharp.Core.Unit> ReturnsTaskOfUnit() => Task.FromResult<Microsoft.FSharp.Core.Unit>(null!);

    public Microsoft.FSharp.Control.FSharpAsync<LoadTest> ReturnsAsync() => null!;

    public LoadTest IsGeneric<T>() => Quick.WithHeader("X-Type", typeof(T).Name);

    public LoadTest ThrowsAtStart() => LoadTest.For<App>(app => app.Configuration["Mode"] = "throws").Get("/text");

    private static LoadTest OnStart(Action act) => LoadTest.For<App>(app => app.ConfigureServices = _ => act()).Get("/text").Sending(40);

    private static LoadTest Short(string path) => Timed(path).Sending(40);

    private static LoadTest Timed(string path) => LoadTest.For<App>().Get(path)
        .With(o => (o.Connections, o.WarmUp, o.MaxWarmUp) = (4, TimeSpan.Zero, TimeSpan.Zero)); // a wait of 20 ms is clear in any state
}
