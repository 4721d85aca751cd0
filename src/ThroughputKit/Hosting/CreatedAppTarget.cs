using System.Diagnostics;
using System.Reflection;

namespace ThroughputKit.Hosting;

/// <summary>An app that the kit starts from its entry point, and stops.</summary>
internal sealed class CreatedAppTarget<TEntryPoint>(AppOptions options) : ILoadTarget
    where TEntryPoint : class
{
    private static readonly Assembly _assembly = typeof(TEntryPoint).Assembly;
    private static readonly TimeSpan _abandonLimit = TimeSpan.FromSeconds(2);

    public string Name => _assembly.GetName().Name ?? typeof(TEntryPoint).Name;

    public IEnumerable<Problem> Check()
    {
        if (_assembly.EntryPoint is null)
        {
            yield return new Problem(
                $"The assembly {Name} of {typeof(TEntryPoint).Name} has no entry point",
                "any public type of the app's own assembly, such as its Program",
                "Is the type from a class library? Take one from the project that is run.");
        }
        else if (_assembly == Assembly.GetEntryAssembly())
        {
            yield return new Problem(
                $"The entry point of {Name} is this process's own",
                "an app in another assembly",
                "Starting it would run this very program again, without end. Did you mean another project's Program? This one hides it: name another public type of that app. Or build the app in code and give it to For(app).");
        }
    }

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        ContentRoot.MakeFindable(Name, _assembly);
        var factory = new KestrelFactory<TEntryPoint>(options);
        var begun = Stopwatch.GetTimestamp();

        // On a thread of its own, because it blocks until the app has started.
        var start = Task.Factory.StartNew(factory.StartServer, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            await Patience.WaitAsync(start, Name, timeout, timeout, cancellationToken).ConfigureAwait(false);
            var hostStart = Stopwatch.GetElapsedTime(begun);
            return RunningApp.InProcess(factory.Address ?? ServerAddresses.Find(factory.Services, Name), factory.Services, hostStart, factory.DisposeAsync);
        }
        catch
        {
            await DiscardAsync(factory, start).ConfigureAwait(false);
            throw;
        }
    }

    // Disposes the factory only once its start has ended: before that it doesn't know the host that is to be stopped.
    private static async Task DiscardAsync(KestrelFactory<TEntryPoint> factory, Task start)
    {
        factory.Abandon();
        var discard = start.ContinueWith(
            _ => factory.DisposeAsync().AsTask(), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default).Unwrap();
        await Task.WhenAny(discard, Task.Delay(_abandonLimit)).ConfigureAwait(false);
    }
}
