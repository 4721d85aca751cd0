using ThroughputKit.Hosting.Published;

namespace ThroughputKit.StartupHooks;

/// <summary>Clears the variables that loaded the hook. They are for the app alone and not for processes that it starts.</summary>
internal static class HookEnvironment
{
    public static void Clear()
    {
        Environment.SetEnvironmentVariable(HookVariables.Pipe, null);
        var hooks = Environment.GetEnvironmentVariable(HookVariables.Hooks) ?? "";
        var others = hooks.Split(Path.PathSeparator).Where(h => h != typeof(HookEnvironment).Assembly.Location);
        var left = string.Join(Path.PathSeparator, others);
        Environment.SetEnvironmentVariable(HookVariables.Hooks, left.Length == 0 ? null : left);
    }
}
