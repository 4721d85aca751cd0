using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit;

/// <summary>How the kit hosts an app that it starts itself: <see cref="LoadTest.For{TEntryPoint}(Action{AppOptions})"/>.</summary>
public sealed class AppOptions
{
    /// <summary>Gets or sets the environment's name.</summary>
    /// <value>The default value is <c>Production</c>, because that is what is to be measured.</value>
    public string Environment { get; set; } = "Production";

    /// <summary>Gets settings that override the app's own configuration. One that is <see langword="null"/> is hidden; what reads it before the app is built finds an empty text.</summary>
    public IDictionary<string, string?> Configuration { get; } =
        new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets or sets what overrides the app's services, after the app has added its own.</summary>
    /// <value>The default value is <see langword="null"/>: the app's services are left as they are.</value>
    public Action<IServiceCollection>? ConfigureServices { get; set; }

    /// <summary>Gets or sets what configures the web host further, before Kestrel is put on a free loopback port.</summary>
    /// <value>The default value is <see langword="null"/>.</value>
    public Action<IWebHostBuilder>? ConfigureWebHost { get; set; }

    /// <summary>
    /// Gets or sets whether the framework's own log is kept, as far as the app's configuration asks for it: lines for each
    /// request, which cost more than many handlers, and for start and stop.
    /// </summary>
    /// <value>The default value is <see langword="false"/>: <c>Microsoft.AspNetCore</c> and <c>Microsoft.Hosting</c> are silent below <c>Warning</c>.</value>
    public bool KeepFrameworkLogging { get; set; }
}
