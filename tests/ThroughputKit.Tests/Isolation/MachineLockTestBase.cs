using ThroughputKit.Isolation;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Isolation;

/// <summary>A lock on a file in a temporary folder, which several locks share.</summary>
public abstract class MachineLockTestBase : IDisposable
{
    private protected static readonly TimeSpan _long = TimeSpan.FromMinutes(1);

    private protected readonly TemporaryFolder _folder = new();
    private protected readonly List<string> _announced = [];
    private readonly string? _markBefore = Environment.GetEnvironmentVariable(MachineLock.MarkVariable);

    private protected string LockPath => _folder.File("measuring.lock");

    public void Dispose()
    {
        Environment.SetEnvironmentVariable(MachineLock.MarkVariable, _markBefore); // needed where holders leave in another order than they entered
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected static string Mark() => Environment.GetEnvironmentVariable(MachineLock.MarkVariable)!;

    private protected MachineLock Lock(string? inherited = null) => new(LockPath, inherited, Environment.ProcessId);

    private protected MachineLock Child(string inherited) => new(LockPath, inherited, me: -1);

    private protected Task<Permission?> EnterAsync(TimeSpan? limit = null) => Lock().EnterAsync(limit ?? _long, _announced.Add, CancellationToken.None);

    private protected void NothingIsLeft() =>
        Assert.Equal(["measuring.lock", "measuring.lock.queue"], Directory.GetFiles(_folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal)!);

    private protected static async Task Until(Func<bool> condition)
    {
        while (!condition())
        {
            await Task.Delay(5);
        }
    }
}
