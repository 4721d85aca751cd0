using System.Net;
using System.Net.WebSockets;

namespace ThroughputKit.Scenarios;

/// <summary>The WebSockets of one user, which it keeps from one iteration to the next.</summary>
/// <param name="client">The user's client, which opens them.</param>
/// <param name="steps">Runs the user's steps.</param>
internal sealed class UserSockets(HttpClient client, IUserSteps steps)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, (string Path, Task<LoadWebSocket> Socket)> _sockets = []; // by name
    private readonly List<Task> _closing = [];

    /// <summary>Returns the socket that is open, or being opened, or opens one.</summary>
    public Task<LoadWebSocket> OpenAsync(string path, string name, Action<ClientWebSocketOptions>? configure)
    {
        lock (_lock)
        {
            var (before, known) = _sockets.GetValueOrDefault(name);
            if (before == path && known is { IsCompleted: false } or { IsCompletedSuccessfully: true, Result: { IsOpen: true } or { IsPrepared: true } })
            {
                return known;
            }

            if (known is not null)
            {
                OnceOpen(known, CloseReplaced);
            }

            var opening = OpenAnewAsync(path, name, configure);
            _sockets[name] = (path, opening);
            return opening;
        }
    }

    /// <summary>
    /// Leaves out messages from before a time: those over sockets that the user's beginning has prepared are forgotten, and others that have some are closed.
    /// </summary>
    public void LeaveOut(long before)
    {
        Close(s => !s.IsPrepared && s.HasFrom(before));
        Each(s => s.Forget(before));
    }

    /// <summary>Does something to each that is open.</summary>
    public void Each(Action<LoadWebSocket> action)
    {
        lock (_lock)
        {
            foreach (var (_, socket) in _sockets.Values.Where(s => s.Socket.IsCompletedSuccessfully))
            {
                action(socket.Result);
            }
        }
    }

    /// <summary>Closes sockets: all that are open, or some of them. Those of an app that doesn't answer the close take a second.</summary>
    public void Close(Func<LoadWebSocket, bool>? which = null)
    {
        lock (_lock)
        {
            _closing.RemoveAll(c => c.IsCompleted);
            foreach (var (name, (_, socket)) in _sockets)
            {
                if (socket.IsCompletedSuccessfully && which?.Invoke(socket.Result) != false)
                {
                    _sockets.Remove(name);
                    _closing.Add(socket.Result.CloseAsync());
                }
            }
        }
    }

    /// <summary>Closes sockets, and waits until that is done.</summary>
    public Task CloseAsync(Func<LoadWebSocket, bool>? which = null)
    {
        Close(which);
        lock (_lock)
        {
            return Task.WhenAll([.. _closing]);
        }
    }

    /// <summary>Closes all at once, and those that are still being opened once they are.</summary>
    public void Abort()
    {
        lock (_lock)
        {
            foreach (var (_, socket) in _sockets.Values)
            {
                OnceOpen(socket, static s => s.Abort());
            }

            _sockets.Clear();
        }
    }

    private static void OnceOpen(Task<LoadWebSocket> opening, Action<LoadWebSocket> close) => _ = opening.ContinueWith(
        s => close(s.Result), CancellationToken.None,
        TaskContinuationOptions.OnlyOnRanToCompletion | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);

    private void CloseReplaced(LoadWebSocket socket)
    {
        lock (_lock)
        {
            _closing.Add(socket.CloseAsync());
        }
    }

    private async Task<LoadWebSocket> OpenAnewAsync(string path, string name, Action<ClientWebSocketOptions>? configure)
    {
        LoadWebSocket? made = null;
        try
        {
            return await steps.RunAsync($"{name}: open", ConnectAsync, retries: false).ConfigureAwait(false);
        }
        catch
        {
            made?.Abort(); // its time was up just before
            throw;
        }

        async Task<LoadWebSocket> ConnectAsync()
        {
            var socket = new ClientWebSocket();
            try
            {
                (socket.Options.HttpVersion, socket.Options.CollectHttpResponseDetails) = (client.DefaultRequestVersion, true);
                socket.Options.HttpVersionPolicy = HttpVersionPolicy.RequestVersionExact; // or without TLS it would be HTTP/1.1
                configure?.Invoke(socket.Options);
                await socket.ConnectAsync(AddressOf(path), client, steps.Token).ConfigureAwait(false);
                return made = new LoadWebSocket(socket, name, steps);
            }
            catch (WebSocketException e) when (socket.HttpStatusCode is > HttpStatusCode.SwitchingProtocols and var status)
            {
                socket.Dispose();
                var hint = (int)status < 300 ? " Is a WebSocket mapped to that path, and UseWebSockets called before it?" : "";
                throw new HttpRequestException(FormattableString.Invariant($"The handshake was answered with the status {(int)status}.{hint}"), e, status);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
    }

    private Uri AddressOf(string path)
    {
        var address = new UriBuilder(new Uri(client.BaseAddress!, path));
        address.Scheme = address.Scheme == Uri.UriSchemeHttps ? Uri.UriSchemeWss : Uri.UriSchemeWs;
        return address.Uri;
    }
}
