using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace ThroughputKit.Baselines;

/// <summary>Lets one thread after another of all processes of this machine change a file, where the system can tell them of one another.</summary>
internal sealed class WritingTurn : IDisposable
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(30);

    private readonly Mutex? _mutex;

    /// <summary>Waits for the turn.</summary>
    /// <param name="path">The whole path of the file.</param>
    /// <param name="limit">How long it waits at most; 30 s if that is left out.</param>
    /// <exception cref="LoadTestException">Another has the turn for longer than that.</exception>
    public WritingTurn(string path, TimeSpan? limit = null)
    {
        try
        {
            _mutex = new Mutex(initiallyOwned: false, $@"Global\ThroughputKit-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(path)))[..32]}");
            if (!_mutex.WaitOne(limit ?? _limit))
            {
                _mutex.Dispose();
                throw new LoadTestException(TooLong(path, limit ?? _limit));
            }
        }
        catch (AbandonedMutexException)
        {
            // Who had it was killed; files are replaced in one step, so this one is whole.
        }
        catch (Exception e) when (e is UnauthorizedAccessException or IOException or WaitHandleCannotBeOpenedException)
        {
            // Another user has one of that name, or there is no place for it: files are still replaced in one step.
            _mutex = null;
        }
    }

    public void Dispose()
    {
        _mutex?.ReleaseMutex();
        _mutex?.Dispose();
    }

    private static Problem TooLong(string path, TimeSpan limit) => new(
        string.Create(CultureInfo.InvariantCulture, $"The baseline file {path} was being changed by another process or thread for {limit.TotalSeconds:0.###} s"),
        "a change that takes moments",
        "Is a test process suspended, as in a debugger, while it approves? End it, and approve again.");
}
