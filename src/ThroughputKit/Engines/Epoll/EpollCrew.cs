namespace ThroughputKit.Engines.Epoll;

/// <summary>
/// The threads of one engine, or of several that take turns: where the system has put a thread is then the same for all of them, and
/// is no difference between them. Threads begin when they are first needed.
/// </summary>
internal sealed class EpollCrew : IDisposable
{
    private readonly List<EpollThread> _threads = [];

    public IReadOnlyList<EpollThread> Take(int threads)
    {
        while (_threads.Count < threads)
        {
            _threads.Add(new EpollThread());
        }

        return _threads[..threads];
    }

    public void Dispose() => _threads.ForEach(t => t.Dispose());
}
