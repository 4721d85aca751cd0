using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using ThroughputKit.Hosting.Logging;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;

namespace ThroughputKit.Hosting;

/// <summary>
/// An app that accepts requests. What is known of it is read once it has started, since later it may be gone; of an app that the kit knows only by its address,
/// nothing else is set.
/// </summary>
internal sealed record RunningApp
{
    private static readonly Func<TimeSpan, Task<string?>> _noStop = _ => Task.FromResult<string?>(null);

    /// <summary>Gets the time to wait for <see cref="TryGetExit"/>: the end of a connection may be seen before the end of the process.</summary>
    public static TimeSpan ExitTimeout { get; } = TimeSpan.FromSeconds(1);

    /// <summary>Returns the maximum time for an app to stop at the end of a run; less if the caller has cancelled the run.</summary>
    public static TimeSpan StopLimit(CancellationToken cancellationToken) => TimeSpan.FromSeconds(cancellationToken.IsCancellationRequested ? 2 : 10);

    /// <summary>Gets the address that the app listens on.</summary>
    public required Uri Address { get; init; }

    /// <summary>Gets the address of a second port, for HTTP/2 alone; <see langword="null"/> if there is none.</summary>
    public Uri? Http2Address { get; init; }

    /// <summary>Gets the certificate that the kit has made for the app, the only one accepted from it; <see langword="null"/> if there is none.</summary>
    public byte[]? Certificate { get; init; }

    /// <summary>Gets the app's services; <see langword="null"/> for an app in another process.</summary>
    public IServiceProvider? Services { get; init; }

    public bool IsDevelopment { get; init; }

    public bool LogsRequests { get; init; }

    /// <summary>Gets the names of the test's settings that the app's builder didn't have while the app's own code used it.</summary>
    public IReadOnlyList<string> LateSettings { get; init; } = [];

    /// <summary>Gets the type of the logger factory that replaces the framework's own; <see langword="null"/> if there is none, or it isn't known.</summary>
    public string? LoggerFactory { get; init; }

    /// <summary>Gets how the app's assembly and the libraries of its own were built, as far as that is known.</summary>
    public IReadOnlyList<MeasuredCode> Code { get; init; } = [];

    /// <summary>Gets the app's runtime, if the app has a process of its own.</summary>
    public AppRuntime? Runtime { get; init; }

    /// <summary>
    /// Gets whether the app is built for the server collector, as web apps are by default; <see langword="null"/> if that isn't known, or if a different
    /// collector was chosen for this run.
    /// </summary>
    public bool? IsForServerGc { get; init; }

    /// <summary>
    /// Gets the reader of the counters of the app's process; <see langword="null"/> if it has no process of its own, or none that can be read.
    /// </summary>
    public IProcessProbe? Probe { get; init; }

    /// <summary>Gets the app's errors; <see langword="null"/> if they can't be read.</summary>
    public IErrorLog? Errors { get; init; }

    /// <summary>Gets the counter of the lines that an app in a process of its own prints.</summary>
    public LinePatterns? Printed { get; init; }

    /// <summary>Gets the duration of the app's start, if the kit started it.</summary>
    public TimeSpan? HostStart { get; init; }

    /// <summary>Gets a token that is cancelled when the app begins to stop.</summary>
    public CancellationToken Stopping { get; init; }

    /// <summary>
    /// Gets a function that returns how the app's own process ended, if it ended without the kit and otherwise than by stopping. It waits up to the given time
    /// for the end.
    /// </summary>
    public Func<TimeSpan, AppExit?> TryGetExit { get; init; } = _ => null;

    /// <summary>
    /// Gets a function that returns the error with which the app stopped by itself, and what it printed last, once it has stopped. Each is
    /// <see langword="null"/> if it isn't known.
    /// </summary>
    public Func<(string? Error, string? Output)> StopCause { get; init; } = () => (null, null);

    /// <summary>
    /// Gets a function that stops the app within a limit if the kit created it. It returns the failure in words, or <see langword="null"/>, and never throws.
    /// </summary>
    public Func<TimeSpan, Task<string?>> StopAsync { get; init; } = _noStop;

    public bool IsInProcess => Services is not null;

    /// <summary>Gets whether nothing of the app's process can be read, because the kit knows only its address.</summary>
    public bool IsElsewhere => !IsInProcess && Probe is null;

    public AppPlace Place => IsInProcess ? AppPlace.TestProcess : IsElsewhere ? AppPlace.Elsewhere : AppPlace.OwnProcess;

    /// <summary>Gets whether the app is stopping or has stopped without the kit.</summary>
    public bool IsStopping => Stopping.IsCancellationRequested;

    /// <summary>Gets whether the app is stopping or has stopped without the kit, or its host was disposed, which stops it without notice.</summary>
    public bool HasStopped => IsStopping || IsDisposed();

    /// <summary>Returns the environment that app.Environment shows; <see langword="null"/> if there is none. A web host has two such objects.</summary>
    /// <param name="services">The app's services.</param>
    public static IHostEnvironment? EnvironmentOf(IServiceProvider services) =>
        services.GetService<IWebHostEnvironment>() ?? services.GetService<IHostEnvironment>();

    /// <param name="address">The address that the app listens on.</param>
    /// <param name="services">The app's services.</param>
    /// <param name="hostStart">The duration of its start, if the kit started it.</param>
    /// <param name="stop">Stops the app; <see langword="null"/> if the kit must not stop it.</param>
    public static RunningApp InProcess(Uri address, IServiceProvider services, TimeSpan? hostStart, Func<ValueTask>? stop)
    {
        var environment = EnvironmentOf(services);
        var assembly = Array.Find(AppDomain.CurrentDomain.GetAssemblies(), a => a.GetName().Name == environment?.ApplicationName);
        var errors = new AppErrors(services);
        var background = new BackgroundCrash(services);
        var loggers = services.GetService<ILoggerFactory>();
        return new RunningApp
        {
            Address = address,
            Services = services,
            IsDevelopment = environment?.IsDevelopment() == true,
            LogsRequests = loggers?.CreateLogger("Microsoft.AspNetCore.Hosting.Diagnostics").IsEnabled(LogLevel.Information) == true,
            LoggerFactory = LevelSetting.ReplacementOf(loggers),
            Code = assembly is null ? [] : MeasuredCode.OfApp(assembly),
            IsForServerGc = assembly is null ? null : RuntimeConfig.OfAssembly(assembly.Location)?.IsServerGc,
            Errors = errors,
            HostStart = hostStart,
            Stopping = services.GetService<IHostApplicationLifetime>()?.ApplicationStopping ?? CancellationToken.None,
            StopCause = () => (background.Find() ?? errors.First, null),
            StopAsync = stop is null ? _noStop : limit => StopWithinAsync(stop, limit),
        };
    }

    /// <summary>Returns the same app for one run, so that it doesn't end with the run.</summary>
    /// <param name="isFirst">Whether the app was started for this run.</param>
    public RunningApp Kept(bool isFirst) => this with { HostStart = isFirst ? HostStart : null, StopAsync = _noStop };

    private bool IsDisposed()
    {
        try
        {
            _ = Services?.GetService(typeof(IHostApplicationLifetime));
            return false;
        }
        catch (ObjectDisposedException)
        {
            return true;
        }
    }

    private static async Task<string?> StopWithinAsync(Func<ValueTask> stop, TimeSpan limit)
    {
        try
        {
            await Task.Run(() => stop().AsTask()).WaitAsync(limit).ConfigureAwait(false);
            return null;
        }
        catch (TimeoutException)
        {
            return $"it was still stopping after {limit.TotalSeconds:0.###} s";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }
}
