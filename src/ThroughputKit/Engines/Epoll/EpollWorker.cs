using System.Diagnostics;
using System.Net;
using ThroughputKit.Measurement;

namespace ThroughputKit.Engines.Epoll;

/// <summary>A thread and its connections.</summary>
internal sealed class EpollWorker : IDisposable
{
    public const string ThreadName = "ThroughputKit epoll";

    private static readonly TimeSpan _tick = TimeSpan.FromMilliseconds(10);
    private static readonly long _tickLength = Clock.ToTicks(_tick);

    private readonly Poller _poller = new();
    private readonly EpollConnection[] _connections;
    private readonly Stack<EpollConnection> _free;
    private readonly SemaphoreSlim _begin = new(0);
    private readonly Thread _thread;
    private readonly int _sender;
    private readonly int _senders;
    private long _nextTick;
    private int _busy;
    private (LoadPhase Phase, TaskCompletionSource Ended)? _next;

    /// <param name="endPoint">Where the load goes.</param>
    /// <param name="connections">How many connections all workers have together.</param>
    /// <param name="sender">The number of this worker.</param>
    /// <param name="senders">How many workers there are.</param>
    /// <param name="timeout">How long a request may take.</param>
    /// <param name="succeeds">Which statuses are successes.</param>
    /// <exception cref="EngineNotAvailableException">The system doesn't permit epoll.</exception>
    public EpollWorker(IPEndPoint endPoint, int connections, int sender, int senders, TimeSpan timeout, bool[] succeeds)
    {
        (_sender, _senders) = (sender, senders);
        var address = endPoint.Serialize();
        _connections =
        [
            .. Enumerable.Range(0, connections).Where(c => c % senders == sender)
                .Select((first, number) => new EpollConnection(address, _poller, number, first, timeout, succeeds)),
        ];
        _free = new Stack<EpollConnection>(_connections.Length);
        _thread = new Thread(Run) { IsBackground = true, Name = ThreadName };
        _thread.Start();
    }

    /// <summary>Gets the thread's processor time in the last phase.</summary>
    public TimeSpan Cpu { get; private set; }

    /// <summary>Gets what the thread allocated in the last phase.</summary>
    public long AllocatedBytes { get; private set; }

    public Task RunAsync(LoadPhase phase)
    {
        var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _next = (phase, ended);
        _begin.Release();
        return ended.Task;
    }

    public void Dispose()
    {
        _next = null;
        _begin.Release();
        _thread.Join();
        foreach (var connection in _connections)
        {
            connection.Close();
        }

        _poller.Dispose();
        _begin.Dispose();
    }

    private void Run()
    {
        while (true)
        {
            _begin.Wait();
            if (_next is not var (phase, ended))
            {
                return;
            }

            _ = phase.Recorders.Current;
            phase.Opened.Wait();
            try
            {
                var (cpu, allocated) = (Libc.ThreadTime(), GC.GetAllocatedBytesForCurrentThread());
                Run(phase);
                (Cpu, AllocatedBytes) = (Libc.ThreadTime() - cpu, GC.GetAllocatedBytesForCurrentThread() - allocated);
                ended.SetResult();
            }
            catch (Exception e)
            {
                ended.SetException(e);
            }
        }
    }

    private void Run(LoadPhase phase)
    {
        // What happened to idle connections since the last phase.
        Take(TimeSpan.Zero);
        foreach (var connection in _connections)
        {
            connection.Enter(phase);
        }

        _nextTick = Stopwatch.GetTimestamp() + _tickLength;
        if (phase.IsPaced)
        {
            RunPaced(phase, phase.Plan(_sender, _senders));
        }
        else
        {
            RunClosed();
        }
    }

    // Closed loop: each connection sends its next request when it has the last response.
    private void RunClosed()
    {
        _busy = _connections.Length;
        foreach (var connection in _connections)
        {
            connection.Begin();
            After(connection, wasBusy: true);
        }

        while (_busy > 0)
        {
            Take(_tick);
            Tick(Stopwatch.GetTimestamp());
        }
    }

    // Open loop: each request is sent when it is due, on any connection that is free, or as soon as one is.
    private void RunPaced(LoadPhase phase, PlannedRequests plan)
    {
        _busy = 0;
        _free.Clear();
        foreach (var connection in _connections)
        {
            _free.Push(connection);
        }

        plan.Advance();
        while (true)
        {
            var now = Stopwatch.GetTimestamp();
            var isOpen = phase.Window.Includes(now);
            while (isOpen && plan.Due <= now && _free.TryPop(out var connection))
            {
                _busy++;
                connection.Send(plan.Index, plan.Due);
                After(connection, wasBusy: true);
                plan.Advance();
            }

            if (_busy == 0 && !(isOpen && plan.HasNext))
            {
                return;
            }

            // Once the window is over, what is overdue is never sent, and is nothing to wait for.
            var isNextSoon = isOpen && _free.Count > 0 && plan.Due - now < _tickLength;
            Take(isNextSoon ? Clock.ToTimeSpan(Clock.ToNanoseconds(plan.Due - now)) : _tick);
            Tick(Stopwatch.GetTimestamp());
        }
    }

    private void Take(TimeSpan wait)
    {
        var count = _poller.Wait(wait);
        for (var i = 0; i < count; i++)
        {
            var connection = _connections[_poller.NumberOf(i)];
            var wasBusy = connection.IsBusy;
            connection.OnReady(_poller.IsClosed(i));
            After(connection, wasBusy);
        }
    }

    private void Tick(long now)
    {
        if (now < _nextTick)
        {
            return;
        }

        _nextTick = now + _tickLength;
        foreach (var connection in _connections)
        {
            var wasBusy = connection.IsBusy;
            connection.OnTime(now);
            After(connection, wasBusy);
        }
    }

    private void After(EpollConnection connection, bool wasBusy)
    {
        if (wasBusy && !connection.IsBusy)
        {
            _busy--;
            _free.Push(connection);
        }
    }
}
