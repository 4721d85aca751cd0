using System.Diagnostics;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Hosting;

/// <summary>A host of the caller's: started if it must be, never stopped or disposed.</summary>
internal sealed class HostTarget(IHost host) : ILoadTarget
{
    // Kestrel can't be started twice, so two tests over one host must not both try.
    private static readonly ConditionalWeakTable<IHost, SemaphoreSlim> _starting = [];

    public string Name => "The host";

    public IEnumerable<Problem> Check()
    {
        if (LifetimeOrNull() is null)
        {
            yield return new Problem(
                "The host has been disposed", "a host that runs or can be started", "Dispose it after the last load test, not before.");
        }
        else if (LifetimeOrNull()!.ApplicationStopping.IsCancellationRequested)
        {
            yield return new Problem(
                "The host has been stopped", "a host that runs or can be started", "Kestrel can't be started twice. Build a new host.");
        }
    }

    public async Task<RunningApp> StartAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        var gate = _starting.GetValue(host, static _ => new SemaphoreSlim(1));
        await gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var started = await StartIfNeededAsync(timeout, cancellationToken).ConfigureAwait(false);
            return new RunningApp(ServerAddresses.Find(host.Services, Name), host.Services, started, Stop: null);
        }
        finally
        {
            gate.Release();
        }
    }

    private async Task<TimeSpan?> StartIfNeededAsync(TimeSpan timeout, CancellationToken cancellationToken)
    {
        if (LifetimeOrNull() is { ApplicationStarted.IsCancellationRequested: true })
        {
            return null;
        }

        var begun = Stopwatch.GetTimestamp();
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            await host.StartAsync(limit.Token).WaitAsync(timeout, cancellationToken).ConfigureAwait(false);
            return Stopwatch.GetElapsedTime(begun);
        }
        catch (TimeoutException)
        {
            await limit.CancelAsync().ConfigureAwait(false);
            throw new LoadTestException(StartProblems.TooSlow(Name, timeout));
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new LoadTestException(StartProblems.Threw(Name, e), e);
        }
    }

    private IHostApplicationLifetime? LifetimeOrNull()
    {
        try
        {
            return host.Services.GetRequiredService<IHostApplicationLifetime>();
        }
        catch (ObjectDisposedException)
        {
            return null;
        }
    }
}
