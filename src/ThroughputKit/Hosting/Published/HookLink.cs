using System.Buffers.Binary;
using System.Diagnostics;
using System.Net.Sockets;

namespace ThroughputKit.Hosting.Published;

/// <summary>The kit's end of the connection to the start-up hook. A dedicated thread reads, so a starved thread pool can't delay an answer.</summary>
internal sealed class HookLink : IDisposable
{
    private const int HeadBytes = 1 + sizeof(int);
    private const int LongestMessage = 64 * 1024;

    private static readonly TimeSpan _look = TimeSpan.FromMilliseconds(20);

    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly Lock _asking = new();
    private readonly object _answer = new();
    private readonly TaskCompletionSource<HookFacts> _hello = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource<HookFacts> _started = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenSource _stopping = new();
    private readonly Thread _thread;
    private readonly byte[] _message = new byte[LongestMessage];
    private readonly long[] _figures = new long[8];
    private AllocatedType[] _types = [];
    private volatile Socket? _hook;
    private volatile bool _isClosed;
    private bool _isAwaited; // guarded by _answer, like the figures and types

    public HookLink(HookFolder folder)
    {
        Folder = folder;
        _listener.Bind(new UnixDomainSocketEndPoint(folder.Pipe));
        _listener.Listen(1);
        _thread = new Thread(Run) { IsBackground = true, Name = "ThroughputKit hook" };
        _thread.Start();
    }

    /// <summary>Listens in a new folder.</summary>
    /// <exception cref="LoadTestException">The folder, or a socket in it, can't be created.</exception>
    public static HookLink Open()
    {
        var folder = new HookFolder();
        try
        {
            return new HookLink(folder);
        }
        catch (Exception e) when (e is ArgumentException or SocketException)
        {
            folder.Dispose();
            throw new LoadTestException(PublishedProblems.NoPipe(folder.Pipe, e.Message), e);
        }
    }

    /// <summary>Gets the folder with the hook and the socket.</summary>
    public HookFolder Folder { get; }

    /// <summary>Gets the facts that the hook sends when it has connected.</summary>
    public Task<HookFacts> Hello => _hello.Task;

    /// <summary>Gets the facts that the hook sends when the app has started.</summary>
    public Task<HookFacts> Started => _started.Task;

    /// <summary>Gets whether the app has built a host whose start the hook will report.</summary>
    public bool HasHost { get; private set; }

    /// <summary>Gets a token that is cancelled when the app begins to stop, or is gone.</summary>
    public CancellationToken Stopping => _stopping.Token;

    /// <summary>Gets whether the app has reported that it stops.</summary>
    public bool HasToldStop { get; private set; }

    /// <summary>Gets whether the connection has ended, and the app's process with it. No further answer will come.</summary>
    public bool IsClosed => _isClosed;

    /// <summary>
    /// Sends a command and waits for the answer. Returns false if there is none: the app is gone (see <see cref="IsClosed"/>), or doesn't answer in time.
    /// Until the late answer has arrived, nothing more is sent and this returns false at once, so many commands to a hook that is stuck cost one time limit.
    /// </summary>
    public bool TryAsk(HookCommand command, Span<long> answer, TimeSpan limit)
    {
        lock (_asking)
        {
            var isAnswered = TryAsk(command, limit);
            if (isAnswered)
            {
                _figures.AsSpan(0, answer.Length).CopyTo(answer);
            }

            return isAnswered;
        }
    }

    /// <summary>Ends the sampling of types and waits for the result. Returns an empty list if there is no answer.</summary>
    public IReadOnlyList<AllocatedType> AskTypes(TimeSpan limit)
    {
        lock (_asking)
        {
            return TryAsk(HookCommand.EndSampling, limit) ? _types : [];
        }
    }

    /// <summary>Sends a command without waiting for an answer. Returns false if the app is gone.</summary>
    public bool TryTell(HookCommand command)
    {
        try
        {
            return !_isClosed && _hook?.Send([(byte)command]) == 1;
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

    private bool TryAsk(HookCommand command, TimeSpan limit)
    {
        lock (_answer)
        {
            // The hook answers in order: the next answer would be the one that is still missing.
            if (_isAwaited || !TryTell(command))
            {
                return false;
            }

            _isAwaited = true;
            var begun = Stopwatch.GetTimestamp();
            for (var left = limit; _isAwaited && !_isClosed && left > TimeSpan.Zero; left = limit - Stopwatch.GetElapsedTime(begun))
            {
                Monitor.Wait(_answer, left);
            }

            return !_isAwaited;
        }
    }

    private void Run()
    {
        try
        {
            if (Accept())
            {
                while (TryReceive(HeadBytes) && Read(_message[0], BinaryPrimitives.ReadInt32LittleEndian(_message.AsSpan(1))))
                {
                    // one message after another
                }
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // the app is gone, or the run has ended
        }
        finally
        {
            _isClosed = true;
            _listener.Dispose();
            _hook?.Dispose();
            _stopping.Cancel();
            lock (_answer)
            {
                Monitor.PulseAll(_answer); // waiting callers see that the app is gone
            }

            _hello.TrySetCanceled();
            _started.TrySetCanceled();
        }
    }

    private bool Accept()
    {
        while (!_isClosed)
        {
            if (_listener.Poll(_look, SelectMode.SelectRead))
            {
                _hook = _listener.Accept();
                Interlocked.MemoryBarrier();
                Folder.Dispose(); // child processes of the app find nothing
                return !_isClosed;
            }
        }

        return false;
    }

    private bool Read(byte kind, int length)
    {
        if (length is < 0 or > LongestMessage || !TryReceive(length))
        {
            return false;
        }

        var message = _message.AsSpan(0, length);
        switch ((HookMessage)kind)
        {
            case HookMessage.Hello:
                _hello.TrySetResult(new HookFacts(message));
                break;
            case HookMessage.Started:
                _started.TrySetResult(new HookFacts(message));
                break;
            case HookMessage.Built:
                HasHost = true;
                break;
            case HookMessage.Stopping:
                HasToldStop = true;
                _stopping.Cancel();
                break;
            case HookMessage.Figures:
                lock (_answer)
                {
                    for (var i = 0; i < Math.Min(_figures.Length, length / sizeof(long)); i++)
                    {
                        _figures[i] = BinaryPrimitives.ReadInt64LittleEndian(message[(i * sizeof(long))..]);
                    }

                    Answered();
                }

                break;
            case HookMessage.Types:
                lock (_answer)
                {
                    _types = new HookFacts(message).Types();
                    Answered();
                }

                break;
        }

        return true;
    }

    private void Answered()
    {
        _isAwaited = false;
        Monitor.PulseAll(_answer);
    }

    private bool TryReceive(int length)
    {
        for (var received = 0; received < length;)
        {
            var count = _hook!.Receive(_message, received, length - received, SocketFlags.None);
            if (count == 0)
            {
                return false;
            }

            received += count;
        }

        return true;
    }
}
