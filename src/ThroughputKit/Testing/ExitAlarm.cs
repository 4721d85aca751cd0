namespace ThroughputKit.Testing;

/// <summary>
/// Prevents a process from ending with a success code while a test measures in it. An app that calls <see cref="Environment.Exit"/> also ends the tests,
/// with the exit code that it chooses.
/// </summary>
internal sealed class ExitAlarm : IDisposable
{
    private const int Failed = 1;

    private readonly string _test;

    /// <param name="test">The name of the test that measures.</param>
    public ExitAlarm(string test)
    {
        _test = test;
        AppDomain.CurrentDomain.ProcessExit += OnExit;
    }

    public void Dispose() => AppDomain.CurrentDomain.ProcessExit -= OnExit;

    private void OnExit(object? sender, EventArgs e)
    {
        Console.Error.WriteLine($"The test process is exiting while {_test} is measuring, so this is a failure. "
            + "Does the app call Environment.Exit? Run the app in its own process with LoadTest.ForPublished.");
        if (Environment.ExitCode == 0)
        {
            Environment.ExitCode = Failed;
        }
    }
}
