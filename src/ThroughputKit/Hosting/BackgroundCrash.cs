using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace ThroughputKit.Hosting;

/// <summary>Finds the exception of a background service that ended an app of this process, whatever the app logs.</summary>
/// <param name="services">The app's services. They are read at once, because a crash disposes them.</param>
internal sealed class BackgroundCrash(IServiceProvider services)
{
    private readonly BackgroundService[] _services = [.. services.GetServices<IHostedService>().OfType<BackgroundService>()];

    /// <returns>The exception with its stack; <see langword="null"/> if no background service has failed.</returns>
    public string? Find() => _services.Select(s => s.ExecuteTask?.Exception?.GetBaseException().ToString()).FirstOrDefault(e => e is not null);
}
