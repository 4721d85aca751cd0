namespace ThroughputKit.Testing;

/// <summary>
/// Lets no process end as if all were well while a test measures in it. An app that calls <see cref="Environment.Exit"/> ends the tests with it, and
/// with the code that it chooses.
/// </summary>
internal sealed class ExitAlarm : IDisposable
{
    private const int Failed = 1;

    private readonly string _test;

    /// <param name="test">The test that measures.</param>
    public ExitAlarm(string test)
    {
        _test = test;
        AppDomain.CurrentDomain.ProcessExit += OnExit;
    }

    public void Dispose() => AppDomain.CurrentDomain.ProcessExit -= OnExit;

    private void OnExit(object? sender, EventArgs e)
    {
        Console.Error.WriteLine($"The process of the tests ends while {_test} measures, which is no pass. Does the app call Environment.Exit? Measure it in a process of its own, with LoadTest.ForPublished.");
        if (Environment.ExitCode == 0)
        {
            Environment.ExitCode = Failed;
        }
    }
}
