using System.Diagnostics;

namespace ThroughputKit.Counting;

/// <summary>
/// Counts what this process does, on any thread, from creation until disposal. Counting takes time and allocates, so nothing may be measured in the meantime.
/// </summary>
internal sealed class CountWatch : IDisposable
{
    // EF Core remembers for a second that nobody listened, in each of its contexts. Those of a pool outlive a request.
    private static readonly TimeSpan _memory = TimeSpan.FromSeconds(1.1);

    private readonly long _begun = Stopwatch.GetTimestamp();
    private readonly TextCounter _commands = new(CountKind.DatabaseCommands);
    private readonly TextCounter _requests = new(CountKind.HttpRequests);
    private readonly TextCounter _exceptions = new(CountKind.Exceptions);
    private readonly CommandEvents _events;
    private readonly CommandActivities _activities;
    private readonly SentRequests _sent;
    private readonly ThrownExceptions _thrown;
    private readonly long[] _before;
    private long _untracedBefore;

    /// <param name="ownPort">The port to which the generator sends with HttpClient from this process; <see langword="null"/> for none.</param>
    public CountWatch(int? ownPort)
    {
        _events = new CommandEvents(_commands);
        _activities = new CommandActivities(_commands);
        _sent = new SentRequests(_requests, ownPort);
        _thrown = new ThrownExceptions(_exceptions);
        _before = ReadAll();
    }

    /// <summary>Returns the counts since the creation, in the order of <see cref="CountKind"/>.</summary>
    public long[] Read()
    {
        var counts = ReadAll();
        for (var i = 0; i < counts.Length; i++)
        {
            counts[i] -= _before[i];
        }

        return counts;
    }

    /// <summary>Returns the time from now until everything is counted, loaded or not; zero if it is already.</summary>
    public TimeSpan SettlesIn()
    {
        var left = _memory - Stopwatch.GetElapsedTime(_begun);
        return left > TimeSpan.Zero && _events.HasEntityFramework && UntoldCommands.NeedEntityFramework(LoadedAssembly.All()) ? left : TimeSpan.Zero;
    }

    /// <summary>Forgets the texts of what was counted so far.</summary>
    public void ForgetTexts()
    {
        _untracedBefore = _activities.Untraced;
        _commands.Forget();
        _requests.Forget();
        _exceptions.Forget();
    }

    /// <summary>Returns what was counted since <see cref="ForgetTexts"/>, and what can't be known.</summary>
    public CountedTexts Texts()
    {
        var unknown = new Dictionary<CountKind, string>();
        if (UntoldCommands.Why(LoadedAssembly.All(), _events.HasEntityFramework, _events.UsedByEntityFramework) is { } commands)
        {
            unknown[CountKind.DatabaseCommands] = commands;
        }

        if (SentRequests.WhyUnknown() is { } requests)
        {
            unknown[CountKind.HttpRequests] = requests;
        }

        CountedText[] untraced = _activities.Untraced - _untracedBefore is > 0 and var count ? [new(CountKind.DatabaseCommands, SqlText.None, count)] : [];
        return new CountedTexts([.. _commands.Top(), .. untraced, .. _requests.Top(), .. _exceptions.Top()], unknown);
    }

    public void Dispose()
    {
        _thrown.Dispose();
        _sent.Dispose();
        _activities.Dispose();
        _events.Dispose();
    }

    private long[] ReadAll() =>
    [
        _commands.Count + _activities.Untraced,
        _requests.Count,
        _exceptions.Count,
        Monitor.LockContentionCount,
        ThreadPool.CompletedWorkItemCount,
        GC.CollectionCount(0),
    ];
}
