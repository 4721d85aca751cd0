namespace Shop.Data;

/// <summary>Lets one request write at a time. SQLite allows no more, and blocks a thread that waits for its lock.</summary>
internal sealed class WriteTurn : IDisposable
{
    private readonly SemaphoreSlim _turn = new(1);

    public async Task<T> RunAsync<T>(Func<Task<T>> write, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            return await write();
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();
}
