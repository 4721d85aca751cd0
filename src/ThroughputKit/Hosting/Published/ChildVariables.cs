using System.Collections;

namespace ThroughputKit.Hosting.Published;

/// <summary>The environment variables of a published app. Later ones override earlier ones.</summary>
/// <remarks>
/// 1. The kit's settings for every app that it starts, with the log levels of the framework, unless the caller sets these. 2. The caller's settings. 3. The
/// variables of this process, without its ports and without those that mean a setting of 1 or 2. 4. The caller's variables. 5. The start-up hook, before any
/// existing hooks.
/// </remarks>
internal static class ChildVariables
{
    private const string Root = "DOTNET_ROOT";
    private const string Level = "Logging:LogLevel:";

    // The address that a host prints tells early that it runs without the hook.
    private static readonly (string Category, string Level)[] _levels = [("Microsoft.AspNetCore", "Warning"), ("Microsoft.Hosting.Lifetime", "Information")];

    private static readonly string[] _ports =
        ["HTTP_PORTS", "HTTPS_PORTS", "DOTNET_HTTP_PORTS", "DOTNET_HTTPS_PORTS", "ASPNETCORE_HTTP_PORTS", "ASPNETCORE_HTTPS_PORTS"];

    /// <summary>Gets the system's comparer of names.</summary>
    public static StringComparer Comparer { get; } = OperatingSystem.IsWindows() ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;

    public static Dictionary<string, string> Make(PublishedAppOptions options, AppEntry app, string hook, string pipe) =>
        Make(
            Environment.GetEnvironmentVariables().Cast<DictionaryEntry>().Select(v => KeyValuePair.Create((string)v.Key, (string?)v.Value ?? "")),
            options, app, hook, pipe);

    internal static Dictionary<string, string> Make(
        IEnumerable<KeyValuePair<string, string>> inherited, PublishedAppOptions options, AppEntry app, string hook, string pipe)
    {
        // 1. For the framework, names that differ only in case are the same setting, and any of them may win.
        var settings = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["ASPNETCORE_ENVIRONMENT"] = options.Environment,
            ["DOTNET_ENVIRONMENT"] = options.Environment,
            ["ASPNETCORE_URLS"] = "http://127.0.0.1:0", // for servers that the hook can't put on the kit's port
            ["DOTNET_SHUTDOWNTIMEOUTSECONDS"] = "5", // a hanging handler would delay the end of the run by half a minute
        };
        if (!options.KeepFrameworkLogging)
        {
            foreach (var (category, level) in _levels.Where(l => !options.EnvironmentVariables.Keys.Any(k => Means(k, l.Category))))
            {
                settings[NameOf(Level + category)] = level;
            }
        }

        // 2.
        foreach (var (setting, value) in options.Configuration)
        {
            settings.Remove(NameOf(setting)); // it may be spelt otherwise
            settings[NameOf(setting)] = value ?? "";
        }

        // 3. Other variables may differ only in case.
        var variables = new Dictionary<string, string>(
            inherited.Where(v => !settings.ContainsKey(NameOf(v.Key)) && !_ports.Contains(v.Key, StringComparer.OrdinalIgnoreCase)).Concat(settings), Comparer);
        if (app.IsSingleFile && Path.IsPathFullyQualified(Muxer.Path) && !variables.Keys.Any(IsRoot))
        {
            variables[Root] = Path.GetDirectoryName(Muxer.Path)!; // a self-contained app ignores it
        }

        // 4.
        Switch(variables, "DOTNET_gcServer", options.ServerGc);
        Switch(variables, "DOTNET_GCDynamicAdaptationMode", options.DynamicGc);
        Switch(variables, "DOTNET_gcConcurrent", options.ConcurrentGc);
        Switch(variables, "DOTNET_TieredCompilation", options.TieredCompilation);
        Switch(variables, "DOTNET_TieredPGO", options.TieredPgo);
        foreach (var (name, value) in options.EnvironmentVariables)
        {
            variables.Remove(name);
            if (value is not null)
            {
                variables[name] = value;
            }
        }

        // 5.
        var others = variables.GetValueOrDefault(HookVariables.Hooks);
        variables[HookVariables.Hooks] = string.IsNullOrEmpty(others) ? hook : $"{hook}{Path.PathSeparator}{others}";
        variables[HookVariables.Pipe] = pipe;
        return variables;
    }

    /// <summary>Returns the variable that the framework reads a setting from.</summary>
    internal static string NameOf(string setting) => setting.Replace(":", "__", StringComparison.Ordinal);

    private static bool Means(string variable, string category) =>
        NameOf(variable).Equals(NameOf(Level + category), StringComparison.OrdinalIgnoreCase);

    // There is also one for each processor architecture.
    private static bool IsRoot(string name) => name.StartsWith(Root, StringComparison.OrdinalIgnoreCase);

    private static void Switch(Dictionary<string, string> variables, string name, bool? value)
    {
        if (value is { } on)
        {
            variables[name] = on ? "1" : "0";
        }
    }
}
