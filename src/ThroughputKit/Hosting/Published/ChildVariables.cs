using System.Collections;
using ThroughputKit.Hosting.Logging;

namespace ThroughputKit.Hosting.Published;

/// <summary>The environment variables of a published app. Later ones override earlier ones.</summary>
/// <remarks>
/// 1. The variables of this process, without its ports. 2. The kit's settings for every app that it starts. 3. The caller's settings.
/// 4. The log levels of the framework, unless the caller sets them. 5. The start-up hook, before any existing hooks.
/// </remarks>
internal static class ChildVariables
{
    private const string Root = "DOTNET_ROOT";

    private static readonly string[] _ports = ["HTTP_PORTS", "HTTPS_PORTS"];
    private static readonly string[] _prefixes = ["", "DOTNET_", "ASPNETCORE_"];

    public static Dictionary<string, string> Make(PublishedAppOptions options, AppEntry app, string hook, string pipe) =>
        Make(Environment.GetEnvironmentVariables().Cast<DictionaryEntry>().Select(v => KeyValuePair.Create((string)v.Key, (string?)v.Value ?? "")), options, app, hook, pipe);

    internal static Dictionary<string, string> Make(
        IEnumerable<KeyValuePair<string, string>> inherited, PublishedAppOptions options, AppEntry app, string hook, string pipe)
    {
        // 1.
        var variables = new Dictionary<string, string>(inherited, VariableNames.Comparer);
        foreach (var port in _prefixes.SelectMany(prefix => _ports.Select(p => prefix + p)))
        {
            Forget(variables, port);
        }

        // 2.
        Override(variables, "ASPNETCORE_ENVIRONMENT", options.Environment);
        Override(variables, "DOTNET_ENVIRONMENT", options.Environment);
        Override(variables, "ASPNETCORE_URLS", "http://127.0.0.1:0"); // for servers that the hook can't put on the kit's port
        Override(variables, "DOTNET_SHUTDOWNTIMEOUTSECONDS", "5"); // a hanging handler would delay the end of the run by half a minute
        if (app.IsSingleFile && Path.IsPathFullyQualified(Muxer.Path) && !variables.Keys.Any(IsRoot))
        {
            variables[Root] = Path.GetDirectoryName(Muxer.Path)!; // a self-contained app ignores it
        }

        // 3.
        foreach (var (setting, value) in options.Configuration)
        {
            Override(variables, setting, value ?? "");
        }

        Set(variables, "DOTNET_gcServer", options.ServerGc);
        Set(variables, "DOTNET_GCDynamicAdaptationMode", options.DynamicGc);
        Set(variables, "DOTNET_gcConcurrent", options.ConcurrentGc);
        Set(variables, "DOTNET_TieredCompilation", options.TieredCompilation);
        Set(variables, "DOTNET_TieredPGO", options.TieredPgo);
        foreach (var (name, value) in options.EnvironmentVariables)
        {
            Set(variables, name, value);
        }

        // 4.
        if (!options.KeepFrameworkLogging)
        {
            foreach (var setting in FrameworkLog.Categories.Select(c => $"Logging:LogLevel:{c}").Where(s => !IsSet(options, s)))
            {
                Override(variables, setting, "Warning");
            }
        }

        // 5.
        var others = variables.GetValueOrDefault(HookVariables.Hooks);
        variables[HookVariables.Hooks] = string.IsNullOrEmpty(others) ? hook : $"{hook}{Path.PathSeparator}{others}";
        variables[HookVariables.Pipe] = pipe;
        return variables;
    }

    // For the framework, names that differ only in case are the same setting, and any of them may win.
    private static void Override(Dictionary<string, string> variables, string setting, string value)
    {
        Forget(variables, setting);
        variables[VariableNames.Of(setting)] = value;
    }

    private static void Forget(Dictionary<string, string> variables, string setting)
    {
        foreach (var same in variables.Keys.Where(n => IsSame(n, setting)).ToArray())
        {
            variables.Remove(same);
        }
    }

    private static bool IsSet(PublishedAppOptions options, string setting) =>
        options.Configuration.Keys.Concat(options.EnvironmentVariables.Keys).Any(n => IsSame(n, setting));

    private static bool IsSame(string name, string setting) =>
        string.Equals(VariableNames.Of(name), VariableNames.Of(setting), StringComparison.OrdinalIgnoreCase);

    // There is also one for each processor architecture.
    private static bool IsRoot(string name) => name.StartsWith(Root, StringComparison.OrdinalIgnoreCase);

    private static void Set(Dictionary<string, string> variables, string name, bool? value)
    {
        if (value is { } on)
        {
            variables[name] = on ? "1" : "0";
        }
    }

    private static void Set(Dictionary<string, string> variables, string name, string? value)
    {
        if (value is null)
        {
            variables.Remove(name);
        }
        else
        {
            variables[name] = value;
        }
    }
}
