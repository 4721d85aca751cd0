namespace ThroughputKit.Hosting.Published;

/// <summary>The environment variables by which the start-up hook comes into the app and finds the kit.</summary>
internal static class HookVariables
{
    /// <summary>The runtime's own: assemblies to run before the entry point.</summary>
    public const string Hooks = "DOTNET_STARTUP_HOOKS";

    /// <summary>The Unix domain socket that the kit listens on.</summary>
    public const string Pipe = "THROUGHPUTKIT_PIPE";
}
