using System.Collections;

namespace ThroughputKit.Hosting.Published;

/// <summary>The environment variables that a published app is started with. Later ones go over earlier ones.</summary>
/// <remarks>
/// 1. Those of this process, without other ports. 2. What the kit sets for any app that it starts. 3. The caller's. 4. The
/// framework's log. 5. What brings the start-up hook in, before hooks that were there.
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
        Override(variables, "DOTNET_SHUTDOWNTIMEOUTSECONDS", "5"); // a handler that hangs would hold the end of the run up for half a minute
        if (app.FindsRuntime && Path.IsPathFullyQualified(Muxer.Path) && !variables.Keys.Any(IsRoot))
        {
            variables[Root] = Path.GetDirectoryName(Muxer.Path)!;
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
            foreach (var setting in FrameworkLogSettings.Find(Path.GetDirectoryName(app.File)!, options.Environment, variables))
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

    // To the framework, names that differ only in case are one setting, of which any may win.
    private static void Override(Dictionary<string, string> variables, string setting, string value)
    {
        Forget(variables, setting);
        variables[VariableNames.Of(setting)] = value;
    }

    private static void Forget(Dictionary<string, string> variables, string setting)
    {
        var name = VariableNames.Of(setting);
        foreach (var same in variables.Keys.Where(n => string.Equals(VariableNames.Of(n), name, StringComparison.OrdinalIgnoreCase)).ToArray())
        {
            variables.Remove(same);
        }
    }

    // There is one for each kind of processor too.
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
