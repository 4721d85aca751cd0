/// <summary>A start-up hook of somebody else's: it leaves a variable behind. Its name is the runtime's.</summary>
#pragma warning disable MA0047 // the runtime looks for it outside any namespace
internal static class StartupHook
#pragma warning restore MA0047
{
    public static void Initialize() => Environment.SetEnvironmentVariable("HOOK_OF_THE_CALLER", "has run");
}
