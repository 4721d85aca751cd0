using System.Net.Sockets;
using System.Text;

namespace ThroughputKit.Hosting.Published;

/// <summary>The kit's end of the connection to the start-up hook. A dedicated thread reads, so a starved thread pool can't delay an answer.</summary>
internal sealed class HookLink : IDisposable
{
    /// <summary>The maximum length of a line.</summary>
    public const int LongestLine = 64 * 1024;

    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(20);

    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly Lock _asking = new();
    private readonly object _answering = new();
    private readonly TaskCompletionSource<HookFacts> _hello = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<HookFacts> _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Thread _thread;
    private volatile Socket? _hook;
    private volatile bool _isClosed;
    private string[] _answer = []; // guarded by _answering
    private bool _isAwaited; // guarded by _answering

    /// <exception cref="LoadTestException">The folder, or a socket in it, can't be created.</exception>
    public HookLink()
    {
        try
        {
            _listener.Bind(new UnixDomainSocketEndPoint(Folder.Pipe));
            _listener.Listen(1);
        }
        catch (Exception e) when (e is ArgumentException or SocketException)
        {
            Folder.Dispose();
            throw new LoadTestException(PublishedProblems.NoPipe(Folder.Pipe, e.Message), e);
        }

        _thread = new Thread(Run) { IsBackground = true, Name = "ThroughputKit hook" };
        _thread.Start();
    }

    /// <summary>Gets the folder with the hook and the socket.</summary>
    public HookFolder Folder { get; } = new();

    /// <summary>Gets the facts that the hook sends when it has connected.</summary>
    public Task<HookFacts> Hello => _hello.Task;

    /// <summary>Gets the facts that the hook sends when the app has started.</summary>
    public Task<HookFacts> Started => _started.Task;

    /// <summary>Gets whether the app has built a host whose start the hook will report.</summary>
    public bool HasHost { get; private set; }

    /// <summary>Gets a token that is cancelled when the app begins to stop, or is gone.</summary>
    public CancellationToken Stopping => _stopping.Token;

    /// <summary>Gets whether the app has reported that it stops.</summary>
    public bool HasReportedStop { get; private set; }

    /// <summary>Gets whether the connection has ended, and the app's process with it. No further answer will come.</summary>
    public bool IsClosed => _isClosed;

    /// <summary>
    /// Sends a command and returns the values of the answer; <see langword="null"/> if the app is gone (see <see cref="IsClosed"/>), or doesn't answer in time.
    /// Until the late answer has arrived, nothing more is sent and this returns at once, so many commands to a hook that is stuck cost one time limit.
    /// </summary>
    public string[]? Ask(string command, TimeSpan limit)
    {
        lock (_asking)
        {
            lock (_answering)
            {
                // The hook answers in order: the next answer would be the one that is still missing.
                if (_isAwaited || !TrySend(command))
                {
                    return null;
                }

                _isAwaited = true;
                Monitor.Wait(_answering, limit);
                return _isAwaited ? null : _answer;
            }
        }
    }

    /// <summary>Sends a command without waiting for an answer. Returns false if the app is gone.</summary>
    public bool TrySend(string command)
    {
        try
        {
            return !_isClosed && _hook?.Send(Encoding.UTF8.GetBytes($"{command}\n")) > 0;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            _isClosed = true;
            return false;
        }
    }

    /// <summary>Ends the connection. The app is then ended if it still runs.</summary>
    public void Dispose()
    {
        _isClosed = true;
        Interlocked.MemoryBarrier(); // either this sees the connection, or Accept sees that it is closed
        _hook?.Dispose();
        _thread.Join();
        Folder.Dispose();
    }

    private void Run()
    {
        try
        {
            if (Accept() is { } hook)
            {
                using var lines = new StreamReader(new NetworkStream(hook));
                while (ReadLine(lines) is { } line)
                {
                    Take(line.Split('\t'));
                }
            }
        }
        catch (Exception e) when (e is IOException or SocketException or ObjectDisposedException)
        {
            // the app is gone, or the run has ended
        }
        finally
        {
            _isClosed = true;
            _listener.Dispose();
            _hook?.Dispose();
            _stopping.Cancel();
            lock (_answering)
            {
                Monitor.PulseAll(_answering); // a waiting caller sees that the app is gone
            }

            _hello.TrySetCanceled();
            _started.TrySetCanceled();
        }
    }

    private Socket? Accept()
    {
        while (!_isClosed)
        {
            if (_listener.Poll(_look, SelectMode.SelectRead))
            {
                _hook = _listener.Accept();
                Interlocked.MemoryBarrier();
                Folder.Dispose(); // child processes of the app find nothing
                return _isClosed ? null : _hook;
            }
        }

        return null;
    }

    // Returns null when the app is gone, or sends a line that is too long for a hook of the kit's.
    private static string? ReadLine(StreamReader hook)
    {
        var line = new StringBuilder();
        while (line.Length <= LongestLine && hook.Read() is >= 0 and var next)
        {
            if (next == '\n')
            {
                return line.ToString();
            }

            line.Append((char)next);
        }

        return null;
    }

    private void Take(string[] message)
    {
        switch (message)
        {
            case [HookMessage.Hello, .. var facts]:
                _hello.TrySetResult(new HookFacts(facts));
                break;
            case [HookMessage.Started, .. var facts]:
                _started.TrySetResult(new HookFacts(facts));
                break;
            case [HookMessage.Built, ..]:
                HasHost = true;
                break;
            case [HookMessage.Stopping, ..]:
                HasReportedStop = true;
                _stopping.Cancel();
                break;
            case [HookMessage.Answer, .. var values]:
                lock (_answering)
                {
                    (_answer, _isAwaited) = (values, false);
                    Monitor.PulseAll(_answering);
                }

                break;
        }
    }
}
