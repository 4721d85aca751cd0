using System.Reflection;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting;

/// <summary>A factory that the caller owns: started on Kestrel if it hasn't been started, never disposed.</summary>
internal sealed class FactoryTarget<TEntryPoint>(WebApplicationFactory<TEntryPoint> factory, OwnPort port = OwnPort.Http1) : ILoadTarget
    where TEntryPoint : class
{
    public string Name => typeof(TEntryPoint).Assembly.GetName().Name ?? typeof(TEntryPoint).Name;

    public bool IsInProcess => true;

    public bool IsKept => true;

    public OwnPort Port => port;

    public ILoadTarget On(OwnPort port) => new FactoryTarget<TEntryPoint>(factory, port);

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        using var entry = new EntryPointStart(typeof(TEntryPoint).Assembly, Name);
        var hostStart = await AppStart.RunOnceAsync(factory, Name, () => Begin(entry), timeout, cancellationToken, entry).ConfigureAwait(false);
        var services = ServicesOfStarted();
        if (services.GetService<IServer>() is TestServer)
        {
            throw new LoadTestException(new Problem(
                $"The factory of {Name} has already started on TestServer",
                "a factory that hasn't been started, or one on Kestrel",
                "CreateClient, Server or Services starts it. Pass the factory to LoadTest.For before that, or call UseKestrel and StartServer on it first. "
                + "A factory from WithWebHostBuilder doesn't inherit UseKestrel: call it on that factory itself."));
        }

        return await CallersServer.FindAsync(factory, services, Name, hostStart, port, cancellationToken).ConfigureAwait(false);
    }

    private Task? Begin(EntryPointStart entry)
    {
        if (!TryPutOnKestrel())
        {
            return null;
        }

        ConsoleThrottle.Install();
        ContentRoot.MakeFindable(Name, typeof(TEntryPoint).Assembly);
        return entry.Begin(factory.StartServer);
    }

    private bool TryPutOnKestrel()
    {
        try
        {
            var callers = CallersKestrel();
            factory.UseKestrel(kestrel =>
            {
                callers?.Invoke(kestrel);
                if (port != OwnPort.Http1)
                {
                    CallersServer.Add(factory, kestrel, port);
                }
                else
                {
                    OwnEndpoint.AddIfNone(kestrel);
                }
            });
            return true;
        }
        catch (InvalidOperationException)
        {
            return false; // it has already been started, on whatever server it has
        }
    }

    // A second call of UseKestrel replaces what the caller's set, which the framework keeps in a private field.
    private Action<KestrelServerOptions>? CallersKestrel() => typeof(WebApplicationFactory<TEntryPoint>)
        .GetField("_configureKestrelOptions", BindingFlags.Instance | BindingFlags.NonPublic)?.GetValue(factory) as Action<KestrelServerOptions>;

    private IServiceProvider ServicesOfStarted()
    {
        try
        {
            var services = factory.Services;
            services.GetService<IServer>();
            return services;
        }
        catch (ObjectDisposedException e)
        {
            throw new LoadTestException(
                new Problem(
                    $"The factory of {Name} has been disposed",
                    "a factory that runs or can be started",
                    "Dispose it after the last load test, not before."),
                e);
        }
    }
}
