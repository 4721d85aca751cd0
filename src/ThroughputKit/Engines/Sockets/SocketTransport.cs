using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using ThroughputKit.Pacing;

namespace ThroughputKit.Engines.Sockets;

/// <summary>A socket, with TLS on top for https addresses.</summary>
internal sealed class SocketTransport(EngineTarget target) : Transport
{
    private readonly Socket _socket = new(target.EndPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private SslStream? _tls;

    public override bool IsClosedByPeer => _socket.Poll(TimeSpan.Zero, SelectMode.SelectRead);

    public override bool TellsUnsent => target.Tls is null; // TLS doesn't tell what it has sent

    /// <summary>Gets whether nothing more comes from the peer.</summary>
    public bool HasEnded => IsClosedByPeer && _socket.Available == 0;

    /// <summary>Gets the open connection as a stream.</summary>
    public Stream Stream => _tls ?? (Stream)new NetworkStream(_socket);

    public override async Task ConnectAsync()
    {
        if (DescriptorReserve.Holds(_socket.Handle))
        {
            throw new SocketException((int)SocketError.TooManyOpenSockets, Marshal.GetPInvokeErrorMessage(DescriptorReserve.Error));
        }

        await _socket.ConnectAsync(target.EndPoint).ConfigureAwait(false);
        if (target.Tls is { } options)
        {
            _tls = new SslStream(new NetworkStream(_socket, ownsSocket: false));
            var begun = Stopwatch.GetTimestamp();
            await _tls.AuthenticateAsClientAsync(options).ConfigureAwait(false);
            target.Handshakes.Add(Clock.ToNanoseconds(Stopwatch.GetTimestamp() - begun));
        }
    }

    public override ValueTask<int> SendAsync(ReadOnlyMemory<byte> bytes) =>
        _tls is null ? _socket.SendAsync(bytes) : SendOverTlsAsync(_tls, bytes);

    /// <summary>
    /// With TLS, waits until a response has begun, or the connection is closed. A TLS stream that waits for input allocates, unless one of a few pooled objects
    /// is free: for each connection at the beginning of each phase. A socket doesn't. Valid only before the first byte of a response: later ones may be in the
    /// stream.
    /// </summary>
    public override ValueTask<int> WaitForInputAsync() => _tls is null ? default : _socket.ReceiveAsync(Memory<byte>.Empty);

    public override ValueTask<int> ReceiveAsync(Memory<byte> room) =>
        _tls is null ? _socket.ReceiveAsync(room) : _tls.ReadAsync(room);

    public override void Dispose()
    {
        _socket.Dispose();
        _tls?.Dispose();
    }

    private static ValueTask<int> SendOverTlsAsync(SslStream tls, ReadOnlyMemory<byte> bytes)
    {
        var write = tls.WriteAsync(bytes);
        return write.IsCompletedSuccessfully ? new ValueTask<int>(bytes.Length) : Wait(write, bytes.Length);

        static async ValueTask<int> Wait(ValueTask write, int length)
        {
            await write.ConfigureAwait(false);
            return length;
        }
    }
}
