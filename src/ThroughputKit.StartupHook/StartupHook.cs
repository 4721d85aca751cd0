using ThroughputKit.StartupHooks;

/// <summary>The hook that the runtime calls before the app's entry point, in an app that the kit has started. The runtime requires this name.</summary>
#pragma warning disable MA0047 // the runtime looks for it outside any namespace
internal static class StartupHook
#pragma warning restore MA0047
{
    public static void Initialize()
    {
        try
        {
            HookSession.Begin();
        }
        catch (Exception e)
        {
            // The app must start as it would without the kit. The kit shows the app's output.
            Console.Error.WriteLine($"ThroughputKit: the start-up hook failed: {e}");
        }
    }
}
