using ThroughputKit.Hosting.Published;

namespace ThroughputKit;

/// <summary>
/// How the kit runs an app in a process of its own: <see cref="LoadTest.ForPublished"/>. The app gets the environment
/// variables of this process and, over them, what is set here.
/// </summary>
public sealed class PublishedAppOptions
{
    /// <summary>Gets or sets which app of the folder is run, where it holds several: the name of its assembly, such as <c>Shop.Api</c>.</summary>
    /// <value>The default value is <see langword="null"/>: the only one there is.</value>
    public string? EntryPoint { get; set; }

    /// <summary>Gets or sets the environment's name.</summary>
    /// <value>The default value is <c>Production</c>, because that is what is to be measured.</value>
    public string Environment { get; set; } = "Production";

    /// <summary>
    /// Gets settings that override the app's own configuration. They are passed as environment variables, such as
    /// <c>ConnectionStrings__Shop</c> for <c>ConnectionStrings:Shop</c>, which the framework's builders read by default.
    /// Variables of this process that mean the same setting, as names do that differ only in case, are left out. None can be taken away:
    /// <see langword="null"/> makes one empty.
    /// </summary>
    public IDictionary<string, string?> Configuration { get; } =
        new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);

    /// <summary>Gets environment variables for the app; one that is <see langword="null"/> is taken away.</summary>
    public IDictionary<string, string?> EnvironmentVariables { get; } = new Dictionary<string, string?>(VariableNames.Comparer);

    /// <summary>Gets the arguments that the app is started with.</summary>
    public IList<string> Arguments { get; } = [];

    /// <summary>Gets or sets whether the app runs with the server collector rather than the workstation's (<c>DOTNET_gcServer</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as it was built.</value>
    public bool? ServerGc { get; set; }

    /// <summary>Gets whether the caller has chosen the collector, in either way.</summary>
    internal bool IsGcChosen => ServerGc is not null || EnvironmentVariables.ContainsKey("DOTNET_gcServer");

    /// <summary>Gets or sets whether the server collector adapts its heap count to the app: DATAS (<c>DOTNET_GCDynamicAdaptationMode</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as it was built.</value>
    public bool? DynamicGc { get; set; }

    /// <summary>Gets or sets whether full collections run beside the app (<c>DOTNET_gcConcurrent</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as it was built.</value>
    public bool? ConcurrentGc { get; set; }

    /// <summary>Gets or sets whether methods are compiled quickly first and well later (<c>DOTNET_TieredCompilation</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as it was built.</value>
    public bool? TieredCompilation { get; set; }

    /// <summary>Gets or sets whether methods are compiled with what was seen of their use (<c>DOTNET_TieredPGO</c>).</summary>
    /// <value>The default value is <see langword="null"/>: as it was built.</value>
    public bool? TieredPgo { get; set; }

    /// <summary>
    /// Gets or sets whether the framework's own log is kept, as far as the app's configuration asks for it: lines for each
    /// request, which cost more than many handlers, and for start and stop.
    /// </summary>
    /// <value>
    /// The default value is <see langword="false"/>: <c>Microsoft.AspNetCore</c> and <c>Microsoft.Hosting</c> are silent below
    /// <c>Warning</c>, whatever the app's <c>appsettings</c> files say.
    /// </value>
    public bool KeepFrameworkLogging { get; set; }
}
