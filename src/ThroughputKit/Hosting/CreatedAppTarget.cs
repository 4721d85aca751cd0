using System.Reflection;

namespace ThroughputKit.Hosting;

/// <summary>An app that the kit starts from its entry point, and stops.</summary>
internal sealed class CreatedAppTarget<TEntryPoint>(Action<AppOptions>? configure) : ILoadTarget
    where TEntryPoint : class
{
    private static readonly Assembly _assembly = typeof(TEntryPoint).Assembly;

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
        var options = new AppOptions();
        configure?.Invoke(options);
        ContentRoot.MakeFindable(Name, _assembly);
        var factory = new KestrelFactory<TEntryPoint>(options);
        try
        {
            var hostStart = await FactoryStart.RunAsync(factory, Name, timeout, cancellationToken).ConfigureAwait(false);
            var address = ServerAddresses.Find(factory.Services, Name);
            return new RunningApp(address, factory.Services, hostStart, factory.DisposeAsync);
        }
        catch
        {
            factory.Abandon();
            await factory.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }
}
