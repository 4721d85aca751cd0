namespace Verdicts;

/// <summary>
/// Keeps the thread pool at one thread a core. With more, another thread works while one pauses, so that pauses cost an app nothing; how many there are, the
/// pool decides anew in each process.
/// </summary>
internal sealed class HeldPool : IDisposable
{
    private readonly (int Workers, int Ports) _least;
    private readonly (int Workers, int Ports) _most;

    public HeldPool()
    {
        ThreadPool.GetMinThreads(out var workers, out var ports);
        _least = (workers, ports);
        ThreadPool.GetMaxThreads(out workers, out ports);
        _most = (workers, ports);
        ThreadPool.SetMinThreads(Environment.ProcessorCount, _least.Ports);
        ThreadPool.SetMaxThreads(Environment.ProcessorCount, _most.Ports);
    }

    public void Dispose()
    {
        ThreadPool.SetMaxThreads(_most.Workers, _most.Ports);
        ThreadPool.SetMinThreads(_least.Workers, _least.Ports);
    }
}
