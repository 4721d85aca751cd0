using System.Net;
using System.Net.WebSockets;

namespace ThroughputKit.Scenarios;

/// <summary>The WebSockets of one user, which it keeps from one iteration to the next.</summary>
/// <param name="client">The user's client, which opens them.</param>
/// <param name="steps">Runs the user's steps.</param>
internal sealed class UserSockets(HttpClient client, IUserSteps steps)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<(string Path, string Name), Task<LoadWebSocket>> _sockets = [];

    /// <summary>Returns the socket that is open, or being opened, or opens one.</summary>
    public Task<LoadWebSocket> OpenAsync(string path, string name, Action<ClientWebSocketOptions>? configure)
    {
        lock (_lock)
        {
            var known = _sockets.GetValueOrDefault((path, name));
            return known is { IsCompleted: false } or { IsCompletedSuccessfully: true, Result.IsOpen: true } ? known
                : _sockets[(path, name)] = OpenAnewAsync(known, path, name, configure);
        }
    }

    /// <summary>Closes sockets: all that are open, or some of them.</summary>
    public Task CloseAsync(Func<LoadWebSocket, bool>? which = null)
    {
        List<Task> closing = [];
        lock (_lock)
        {
            foreach (var (key, socket) in _sockets)
            {
                if (socket.IsCompletedSuccessfully && which?.Invoke(socket.Result) != false)
                {
                    _sockets.Remove(key);
                    closing.Add(socket.Result.CloseAsync());
                }
            }
        }

        return Task.WhenAll(closing);
    }

    /// <summary>Closes all at once, and those that are still being opened once they are.</summary>
    public void Abort()
    {
        lock (_lock)
        {
            foreach (var socket in _sockets.Values)
            {
                _ = socket.ContinueWith(
                    static s => s.Result.Abort(), CancellationToken.None,
                    TaskContinuationOptions.OnlyOnRanToCompletion | TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
            }

            _sockets.Clear();
        }
    }

    private async Task<LoadWebSocket> OpenAnewAsync(
        Task<LoadWebSocket>? before, string path, string name, Action<ClientWebSocketOptions>? configure)
    {
        await (before is { IsCompletedSuccessfully: true } ? before.Result.CloseAsync() : Task.CompletedTask).ConfigureAwait(false);
        return await steps.RunAsync($"{name}: open", ConnectAsync, retries: false).ConfigureAwait(false);

        async Task<LoadWebSocket> ConnectAsync()
        {
            var socket = new ClientWebSocket();
            try
            {
                (socket.Options.HttpVersion, socket.Options.CollectHttpResponseDetails) = (client.DefaultRequestVersion, true);
                configure?.Invoke(socket.Options);
                await socket.ConnectAsync(AddressOf(path), client, steps.Token).ConfigureAwait(false);
                return new LoadWebSocket(socket, name, steps);
            }
            catch (WebSocketException e) when (socket.HttpStatusCode is > HttpStatusCode.SwitchingProtocols and var status)
            {
                socket.Dispose();
                throw new HttpRequestException(FormattableString.Invariant($"The handshake was answered with the status {(int)status}."), e, status);
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
