namespace TestApp;

/// <summary>The end of the process, wanted twice: once more while it ends, which takes a while.</summary>
internal static class Ending
{
    private static int _begun;

    public static void Exit()
    {
        if (Interlocked.Exchange(ref _begun, 1) == 0)
        {
            AppDomain.CurrentDomain.ProcessExit += (_, _) => Thread.Sleep(300);
            new Thread(ExitAgain) { IsBackground = true }.Start();
        }

        Environment.Exit(0);
    }

    private static void ExitAgain()
    {
        Thread.Sleep(150);
        Environment.Exit(0);
    }
}
