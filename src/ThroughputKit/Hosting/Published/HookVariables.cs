namespace ThroughputKit.Hosting.Published;

/// <summary>The environment variables that load the start-up hook into the app and connect it to the kit.</summary>
internal static class HookVariables
{
    /// <summary>The runtime's own variable: assemblies to run before the entry point.</summary>
    public const string Hooks = "DOTNET_STARTUP_HOOKS";

    /// <summary>The Unix domain socket that the kit listens on.</summary>
    public const string Pipe = "THROUGHPUTKIT_PIPE";

    /// <summary>The <see cref="OwnPort"/>. For TLS, the hook makes the certificate in the app's process, and tells the kit its public part.</summary>
    public const string Port = "THROUGHPUTKIT_PORT";
}
