using ThroughputKit.Hosting.Published;

namespace ThroughputKit;

/// <summary>
/// Options for running an app in a process of its own: <see cref="LoadTest.ForPublished"/>. The app inherits the environment variables of this process;
/// values set here override them.
/// </summary>
public sealed class PublishedAppOptions
{
    /// <summary>Gets or sets the app to run if the folder has several: the name of its assembly, such as <c>Shop.Api</c>.</summary>
    /// <value>The default value is <see langword="null"/>: the only app in the folder.</value>
    public string? EntryPoint { get; set; }

    /// <summary>Gets or sets the name of the environment.</summary>
    /// <value>The default value is <c>Production</c>, because a load test should measure the production configuration.</value>
    public string Environment { get; set; } = "Production";

    /// <summary>
    /// Gets settings that override the app's own configuration. They are passed as environment variables, such as <c>ConnectionStrings__Shop</c> for
    /// <c>ConnectionStrings:Shop</c>, which the framework's builders read by default. Variables of this process for the same setting are left out,
    /// including names that differ only in case. A setting can't be removed: <see langword="null"/> makes it empty.
    /// </summary>
    public IDictionary<string, string?> Configuration { get; } =
        new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets environment variables for the app; a variable whose value is <see langword="null"/> is removed.</summary>
    public IDictionary<string, string?> EnvironmentVariables { get; } = new Dictionary<string, string?>(ChildVariables.Comparer);

    /// <summary>Gets the app's command-line arguments.</summary>
    public IList<string> Arguments { get; } = [];

    /// <summary>Gets or sets whether the app runs with the server garbage collector rather than the workstation one (<c>DOTNET_gcServer</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as built.</value>
    public bool? ServerGc { get; set; }

    /// <summary>Gets whether the caller has chosen the collector, in either way.</summary>
    internal bool IsGcChosen => ServerGc is not null || EnvironmentVariables.ContainsKey("DOTNET_gcServer");

    /// <summary>Gets or sets whether the server garbage collector adapts its heap count to the app: DATAS (<c>DOTNET_GCDynamicAdaptationMode</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as built.</value>
    public bool? DynamicGc { get; set; }

    /// <summary>Gets or sets whether full collections run concurrently with the app (<c>DOTNET_gcConcurrent</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as built.</value>
    public bool? ConcurrentGc { get; set; }

    /// <summary>Gets or sets whether methods are first compiled quickly and later optimized (<c>DOTNET_TieredCompilation</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as built.</value>
    public bool? TieredCompilation { get; set; }

    /// <summary>Gets or sets whether methods are compiled with profile data of their use (<c>DOTNET_TieredPGO</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as built.</value>
    public bool? TieredPgo { get; set; }

    /// <summary>
    /// Gets or sets whether the framework's own log is kept, as far as the app's configuration enables it. The log has lines for start and stop and for
    /// each request; the latter cost more than many handlers.
    /// </summary>
    /// <value>
    /// The default value is <see langword="false"/>: the level of <c>Microsoft.AspNetCore</c> is set to <c>Warning</c>, and that of
    /// <c>Microsoft.Hosting.Lifetime</c> to <c>Information</c>, unless <see cref="Configuration"/> or <see cref="EnvironmentVariables"/> sets them.
    /// If the app's own settings name a narrower category, or a level for one provider, that category or provider keeps logging. A log line for each
    /// request leads to the finding <c>RequestLogging</c>.
    /// </value>
    public bool KeepFrameworkLogging { get; set; }
}
