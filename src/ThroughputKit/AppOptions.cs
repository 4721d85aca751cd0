using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;

namespace ThroughputKit;

/// <summary>Options for hosting an app that the kit starts: <see cref="LoadTest.For{TEntryPoint}(Action{AppOptions})"/>.</summary>
public sealed class AppOptions
{
    /// <summary>Gets or sets the name of the environment.</summary>
    /// <value>The default value is <c>Production</c>, because a load test should measure the production configuration.</value>
    public string Environment { get; set; } = "Production";

    /// <summary>
    /// Gets settings that override the app's own configuration. A setting whose value is <see langword="null"/> is hidden; code that reads it before the
    /// app is built gets an empty string.
    /// </summary>
    public IDictionary<string, string?> Configuration { get; } =
        new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets or sets a delegate that overrides the app's services. It runs after the app has added its own.</summary>
    /// <value>The default value is <see langword="null"/>: the app's services are left unchanged.</value>
    public Action<IServiceCollection>? ConfigureServices { get; set; }

    /// <summary>Gets or sets a delegate that configures the web host further. It runs before Kestrel is bound to a free loopback port.</summary>
    /// <value>The default value is <see langword="null"/>.</value>
    public Action<IWebHostBuilder>? ConfigureWebHost { get; set; }

    /// <summary>
    /// Gets or sets whether the app's port speaks TLS, as <see cref="LoadTest.OverHttps"/> says. For the app of a <see cref="ThroughputHost{TEntryPoint}"/>, it
    /// is set here: all of its tests share the port.
    /// </summary>
    /// <value>The default value is <see langword="false"/>: plain HTTP.</value>
    public bool OverHttps { get; set; }

    /// <summary>
    /// Gets or sets whether the framework's own log is kept, as far as the app's configuration enables it. The log has lines for start and stop and for
    /// each request; the latter cost more than many handlers.
    /// </summary>
    /// <value>The default value is <see langword="false"/>: <c>Microsoft.AspNetCore</c> and <c>Microsoft.Hosting</c> log nothing below <c>Warning</c>.</value>
    public bool KeepFrameworkLogging { get; set; }
}
