using ThroughputKit.StartupHooks;

/// <summary>What the runtime calls before the app's entry point, in an app that the kit has started. Its name is the runtime's.</summary>
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
            // An app must start without the kit as it would with it; the kit shows what the app prints.
            Console.Error.WriteLine($"ThroughputKit: the start-up hook failed: {e}");
        }
    }
}
