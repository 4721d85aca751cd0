using System.Collections.Concurrent;
using System.Reflection;

namespace ThroughputKit.Hosting;

/// <summary>One start of an app's entry point in this process, and what is known of it if it fails.</summary>
internal sealed class EntryPointStart(Assembly app, string name) : IDisposable
{
    private static readonly ConcurrentDictionary<Assembly, int> _starts = [];

    private EntryPointWatch? _watch;
    private StartOutput? _output;
    private int _number;

    /// <summary>Gets or sets what the entry point got as arguments; <see langword="null"/> if that isn't known.</summary>
    public IReadOnlyList<string>? Arguments { get; set; }

    /// <summary>Gets or sets whether the factory called the app's CreateHostBuilder and not its entry point.</summary>
    public bool IsWithoutMain { get; set; }

    /// <summary>Gets or sets the names of the test's settings that the app's builder didn't have while the app's own code used it.</summary>
    public IReadOnlyList<string> LateSettings { get; set; } = [];

    /// <summary>Gets the reason why the app can't be loaded in this process; <see langword="null"/> if there is none.</summary>
    public Problem? Problem => _watch?.Problem;

    /// <summary>Begins the start, and to watch it, on a thread of its own, because it blocks until the app has started.</summary>
    public Task Begin(Action start)
    {
        _number = _starts.AddOrUpdate(app, 1, (_, before) => before + 1);
        var watch = _watch = new EntryPointWatch(name, takesFirstHost: !HasHostBuilder(app));
        _output = StartOutput.Begin();
        return Task.Factory.StartNew(() => watch.Run(start), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>Describes, in sentences, how the app was started, what it printed, and the way that works if that is the reason.</summary>
    public async Task<string> DescribeAsync() => string.Join(' ', Facts().Append(await _output!.DescribeAsync().ConfigureAwait(false)));

    /// <summary>Ends the start because the app can't be loaded in this process.</summary>
    public void Refuse(Problem problem) => _watch!.Refuse(problem);

    /// <summary>Makes the entry point fail if it builds another host later.</summary>
    public void Abandon() => _watch!.Abandon();

    public void Dispose()
    {
        _watch?.Dispose();
        _output?.Dispose();
    }

    // The framework's factory looks for this method, and calls it instead of the entry point.
    private static bool HasHostBuilder(Assembly app) =>
        app.EntryPoint?.DeclaringType?.GetMethod("CreateHostBuilder", BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic) is not null;

    private IEnumerable<string> Facts()
    {
        if (IsWithoutMain)
        {
            yield return "The framework's factory called its CreateHostBuilder and not its Main, "
                + "so what Main does besides (migrations, for example) was not done.";
        }
        else if (Arguments is { } arguments)
        {
            yield return $"It was passed the arguments {string.Join(' ', arguments)}.";
        }

        if (_number > 1)
        {
            yield return $"This was start {_number} of it in this process: if it can start only once, share one ThroughputHost.";
        }

        yield return "LoadTest.ForPublished(folder) runs its Main in a process of its own, in its own folder, with your arguments only. "
            + "LoadTest.For(app) loads an app that the test builds.";
    }
}
