using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.StaticWebAssets;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit.Hosting;

/// <summary>
/// Finds the static files of an app that runs from build output: compressed files, bundles, and those of libraries lie elsewhere then. The framework looks for
/// them in the Development environment only, so in Production they would be answered without a body.
/// </summary>
internal static class StaticAssets
{
    /// <summary>
    /// Gets the settings with which they are answered as in production. By default the framework looks for changes of files that come from build output, and
    /// compresses them itself, which costs every request of the app some hundred bytes.
    /// </summary>
    public static IEnumerable<KeyValuePair<string, string?>> Settings { get; } = [new("ReloadStaticAssetsAtRuntime", "false")];

    /// <summary>Lets the app find them. Published output has no list of such places, so nothing changes there.</summary>
    /// <param name="services">The app's services, before its host is built.</param>
    /// <param name="configuration">The app's configuration.</param>
    public static void Find(IServiceCollection services, IConfiguration configuration)
    {
        var environments = services.Where(s => !s.IsKeyedService && s.ServiceType == typeof(IWebHostEnvironment)).Select(s => s.ImplementationInstance);
        foreach (var environment in environments.OfType<IWebHostEnvironment>())
        {
            try
            {
                StaticWebAssetsLoader.UseStaticWebAssets(environment, configuration);
            }
            catch (DirectoryNotFoundException)
            {
                // The app was built elsewhere. Its other files and endpoints can be loaded all the same.
            }
        }
    }
}
