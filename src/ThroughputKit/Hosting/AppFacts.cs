using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.Hosting;

/// <summary>Facts about an app that findings need. They are read once it has started, since later it may be gone.</summary>
internal sealed record AppFacts
{
    /// <summary>Gets the app's services; <see langword="null"/> for an app in a process of its own.</summary>
    public required IServiceProvider? Services { get; init; }

    public required bool IsDevelopment { get; init; }

    public required bool LogsRequests { get; init; }

    /// <summary>Gets a function that inspects the app's assembly. It is called later, because it loads types.</summary>
    public required Func<MeasuredCode?> Code { get; init; }

    /// <summary>Gets the app's runtime, if the app has a process of its own.</summary>
    public AppRuntime? Runtime { get; init; }

    /// <summary>
    /// Gets whether the app is built for the server collector, as web apps are by default; <see langword="null"/> if that isn't known, or if a different
    /// collector was chosen for this run.
    /// </summary>
    public bool? IsForServerGc { get; init; }

    /// <summary>Gets a token that is cancelled when the app begins to stop.</summary>
    public required CancellationToken Stopping { get; init; }

    public static AppFacts Read(IServiceProvider services)
    {
        // These are two objects; the first is the one that app.Environment shows.
        var environment = services.GetService<IWebHostEnvironment>() ?? services.GetService<IHostEnvironment>();
        var assembly = Array.Find(AppDomain.CurrentDomain.GetAssemblies(), a => a.GetName().Name == environment?.ApplicationName);
        return new AppFacts
        {
            Services = services,
            IsDevelopment = environment?.IsDevelopment() == true,
            LogsRequests = services.GetService<ILoggerFactory>()?
                .CreateLogger("Microsoft.AspNetCore.Hosting.Diagnostics").IsEnabled(LogLevel.Information) == true,
            Code = () => assembly is null ? null : MeasuredCode.Of(assembly),
            IsForServerGc = assembly is null ? null : RuntimeConfig.Beside(assembly.Location)?.IsServerGc,
            Stopping = services.GetService<IHostApplicationLifetime>()?.ApplicationStopping ?? CancellationToken.None,
        };
    }
}
