using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace ThroughputKit.Tests.Support;

/// <summary>A raw server, over TCP or TLS, that runs the script of a test: it knows nothing of HTTP except where a request ends.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(60);

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentBag<Task> _connections = [];
    private readonly Func<ScriptedConnection, Task> _script;
    private readonly Func<ScriptedConnection, Task>? _handshake;
    private readonly Task _accepting;
    private int _requests;

    /// <param name="script">What to do on each connection that receives a request; when it ends, the connection is closed.</param>
    /// <param name="handshake">What precedes it over https; <see langword="null"/> for plain HTTP.</param>
    public ScriptedServer(Func<ScriptedConnection, Task> script, Func<ScriptedConnection, Task>? handshake = null)
    {
        (_script, _handshake) = (script, handshake);
        _listener.Start(1024);
        Address = new Uri($"{(handshake is null ? "http" : "https")}://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}");
        _accepting = AcceptAsync();
    }

    /// <summary>Gets the usual options of TLS, with a certificate that nobody trusts.</summary>
    public static SslServerAuthenticationOptions Tls { get; } = new()
    {
        ServerCertificateContext = SslStreamCertificateContext.Create(Certificate.ForLocalhost(), additionalCertificates: null, offline: true),
    };

    public Uri Address { get; }

    /// <summary>Gets the number of requests received.</summary>
    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Answers every request with the same bytes, for as long as the client likes.</summary>
    public static ScriptedServer Answering(string response, Func<ScriptedConnection, Task>? handshake = null) => new(
        async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                await connection.SendAsync(response);
            }
        },
        handshake);

    /// <summary>Waits until this many requests have been received. The limit only applies to those that never come.</summary>
    public async Task ReceivedAsync(int requests)
    {
        for (var begun = Stopwatch.GetTimestamp(); Requests < requests; await Task.Delay(1))
        {
            Assert.True(Stopwatch.GetElapsedTime(begun) < _limit, $"only {Requests} of {requests} requests came");
        }
    }

    /// <summary>Answers every request, but accepts no more connections after the first one.</summary>
    public static ScriptedServer AcceptingNoMoreOnceAsked()
    {
        ScriptedServer? server = null;
        return server = new ScriptedServer(async connection =>
        {
            while (await connection.ReadRequestAsync() is not null)
            {
                server!.StopListening();
                await connection.SendAsync("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
            }
        });
    }

    /// <summary>Accepts no more connections; open ones continue.</summary>
    public void StopListening() => _listener.Stop();

    /// <summary>Waits until every connection has ended; if the script keeps reading, that is when the client has closed it. The limit only applies to one that never ends.</summary>
    public Task ClosedAsync() => Task.WhenAll(_connections).WaitAsync(_limit);

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _accepting;

        // A script that waits for what never comes must not hide why its test failed, nor keep all tests waiting.
        await Task.WhenAny(Task.WhenAll(_connections), Task.Delay(_limit));
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var socket = await _listener.AcceptSocketAsync(_stop.Token);
                socket.NoDelay = true; // or what is sent in pieces waits for the client's delayed acknowledgement, some 40 ms each
                _connections.Add(PlayAsync(new ScriptedConnection(socket, () => Interlocked.Increment(ref _requests), _stop.Token)));
            }
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or InvalidOperationException)
        {
            // the test has ended, during an accept or between two
        }
    }

    private async Task PlayAsync(ScriptedConnection connection)
    {
        using (connection)
        {
            try
            {
                await (_handshake?.Invoke(connection) ?? Task.CompletedTask);
                await _script(connection);
                await connection.EndTlsAsync();
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or IOException or AuthenticationException)
            {
                // the client has closed the connection, or the test has ended
            }
        }
    }
}
