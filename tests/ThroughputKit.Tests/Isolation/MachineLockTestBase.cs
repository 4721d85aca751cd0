using ThroughputKit.Isolation;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Isolation;

/// <summary>A lock on a file in a temporary folder, which several locks share.</summary>
public abstract class MachineLockTestBase : IDisposable
{
    private protected static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private protected readonly TemporaryFolder _folder = new();
    private protected readonly List<string> _announced = [];

    private protected string LockPath => _folder.File("measuring.lock");

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected MachineLock Lock() => new(LockPath);

    private protected Task<FileStream?> EnterAsync(TimeSpan? limit = null) => Lock().EnterAsync(limit ?? _long, _announced.Add, CancellationToken.None);

    private protected static async Task Until(Func<bool> condition)
    {
        while (!condition())
        {
            await Task.Delay(5);
        }
    }
}
