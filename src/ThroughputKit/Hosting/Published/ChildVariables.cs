using System.Collections;

namespace ThroughputKit.Hosting.Published;

/// <summary>The environment variables that a published app is started with. Later ones go over earlier ones.</summary>
/// <remarks>
/// 1. Those of this process, without other ports. 2. What the kit sets for any app that it starts. 3. The caller's. 4. The
/// framework's log. 5. What brings the start-up hook in, before hooks that were there.
/// </remarks>
internal static class ChildVariables
{
    private static readonly string[] _ports = ["HTTP_PORTS", "HTTPS_PORTS"];
    private static readonly string[] _prefixes = ["", "DOTNET_", "ASPNETCORE_"];

    public static Dictionary<string, string> Make(PublishedAppOptions options, string folder, string hook, string pipe)
    {
        // 1.
        var variables = new Dictionary<string, string>(VariableNames.Comparer);
        foreach (DictionaryEntry variable in Environment.GetEnvironmentVariables())
        {
            variables[(string)variable.Key] = (string?)variable.Value ?? "";
        }

        foreach (var port in _prefixes.SelectMany(prefix => _ports.Select(p => prefix + p)))
        {
            variables.Remove(port);
        }

        // 2.
        variables["ASPNETCORE_ENVIRONMENT"] = options.Environment;
        variables["DOTNET_ENVIRONMENT"] = options.Environment;
        variables["ASPNETCORE_URLS"] = "http://127.0.0.1:0"; // for servers that the hook can't put on the kit's port
        variables["DOTNET_SHUTDOWNTIMEOUTSECONDS"] = "5"; // a handler that hangs would hold the end of the run up for half a minute

        // 3.
        foreach (var (setting, value) in options.Configuration)
        {
            variables[VariableNames.Of(setting)] = value ?? "";
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
            foreach (var setting in FrameworkLogSettings.Find(folder, options.Environment, variables))
            {
                variables[VariableNames.Of(setting)] = "Warning";
            }
        }

        // 5.
        var others = variables.GetValueOrDefault(HookVariables.Hooks);
        variables[HookVariables.Hooks] = string.IsNullOrEmpty(others) ? hook : $"{hook}{Path.PathSeparator}{others}";
        variables[HookVariables.Pipe] = pipe;
        return variables;
    }

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
