using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using ThroughputKit.Engines.Http2;
using static ThroughputKit.Tests.Engines.Http2.ServerFrames;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>A server of HTTP/2 over sockets, which ends each connection after so many requests. It processes those that it counts, and no others.</summary>
internal sealed class Http2Server : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Task _accepting;
    private readonly int _each;
    private readonly bool _isAbrupt;
    private readonly List<Task> _connections = [];
    private readonly ConcurrentDictionary<string, int> _heads = new();
    private readonly TaskCompletionSource _stop = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _requests;

    /// <param name="each">The number of requests of a connection.</param>
    /// <param name="isAbrupt">Whether the last of them gets no answer.</param>
    public Http2Server(int each, bool isAbrupt = false)
    {
        (_each, _isAbrupt) = (each, isAbrupt);
        _listener.Start(1024);
        Address = new Uri($"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _accepting = AcceptAsync();
    }

    public Uri Address { get; }

    /// <summary>Gets the numbers of requests processed with equal heads.</summary>
    public ICollection<int> OfEachHead => _heads.Values;

    /// <summary>Gets the number of requests processed.</summary>
    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Gets what comes before each answer.</summary>
    public byte[] BeforeAnswers { get; init; } = [];

    /// <summary>Gets whether it lets all requests come, and reads none.</summary>
    public bool IsDeaf { get; init; }

    public async ValueTask DisposeAsync()
    {
        _stop.SetResult();
        _listener.Stop();
        await _accepting;
        await Task.WhenAll(_connections);
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var socket = await _listener.AcceptSocketAsync();
                _connections.Add(Task.Run(() => ServeAsync(socket)));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // the test has ended
        }
    }

    private async Task ServeAsync(Socket socket)
    {
        using var stream = new NetworkStream(socket, ownsSocket: true);
        var (reader, room, processed) = (new FrameReader(), new byte[32_768], 0);
        try
        {
            await stream.ReadExactlyAsync(room.AsMemory(0, 24));
            if (IsDeaf)
            {
                await stream.WriteAsync((byte[])[.. Settings((4, int.MaxValue)), .. Window(0, 1_000_000_000)]);
                await _stop.Task;
                return;
            }

            await stream.WriteAsync(_each == 0 ? [.. Settings(), .. GoAway(0)] : Settings());
            for (int count; (count = await stream.ReadAsync(room)) > 0;)
            {
                var answers = Take(reader, room.AsSpan(0, count), ref processed);
                await stream.WriteAsync(answers);
                if (_isAbrupt && processed == _each)
                {
                    socket.Shutdown(SocketShutdown.Send); // what it has not read must not destroy what it has sent
                }
            }
        }
        catch (IOException)
        {
            // the client has closed the connection
        }
    }

    private byte[] Take(FrameReader reader, ReadOnlySpan<byte> data, ref int processed)
    {
        List<byte> answers = [];
        while (reader.TryRead(ref data, out var frame, out var payload))
        {
            if (frame.Type == FrameType.Settings && !frame.Has(FrameFlags.Ack))
            {
                answers.AddRange(Frame(4, Ack, 0));
            }
            else if (frame.Type == FrameType.Headers && processed < _each)
            {
                processed++;
                _heads.AddOrUpdate(Convert.ToHexString(payload), 1, (_, count) => count + 1);
                Interlocked.Increment(ref _requests);
                answers.AddRange(processed == _each ? GoAway(frame.Stream) : []);
                answers.AddRange(_isAbrupt && processed == _each ? [] : (byte[])[.. BeforeAnswers, .. Answer(frame.Stream)]);
            }
        }

        return [.. answers];
    }
}
