using System.Collections.Concurrent;

namespace TestApp;

/// <summary>Counts the connections on which requests have come. A load test opens new ones for each run.</summary>
/// <param name="seen">Told of each further one, with their number so far.</param>
public sealed class Connections(Action<int>? seen = null)
{
    private readonly ConcurrentDictionary<string, int> _ids = new();
    private int _count;

    public int Count(string id)
    {
        if (_ids.TryAdd(id, 0))
        {
            seen?.Invoke(Interlocked.Increment(ref _count));
        }

        return _ids.Count;
    }
}
