using System.Security.Cryptography;
using System.Text;

namespace ThroughputKit.Baselines;

/// <summary>Lets one thread after another of all processes of this machine change a file, where the system can tell them of one another.</summary>
internal sealed class WritingTurn : IDisposable
{
    private readonly Mutex? _mutex;

    /// <summary>Waits for the turn.</summary>
    /// <param name="path">The whole path of the file.</param>
    public WritingTurn(string path)
    {
        try
        {
            _mutex = new Mutex(initiallyOwned: false, $@"Global\ThroughputKit-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(path)))[..32]}");
            _mutex.WaitOne();
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
}
