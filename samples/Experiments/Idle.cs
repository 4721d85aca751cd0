using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Text;

namespace Experiments;

internal sealed class Idle : IExperiment
{
    private const double Megabyte = 1_000_000;
    private const int OthersOfTheProcess = 300;

    public string Name => "idle";

    public string Question => "How much memory does an idle connection hold?";

    public string Published => "for 10,000 idle connections over wss: 665.4 MB on .NET Framework 4.8, 603.1 MB on .NET 5, 160.8 MB on .NET 6.";

    public async Task RunAsync(Session session)
    {
        var count = session.IsQuick ? 500 : 10_000;
        OpenFiles.ThrowIfFewerThan(count + OthersOfTheProcess);
        List<string[]> rows = [];
        (string, Func<ServedApp, CancellationToken, Task<IDisposable>>)[] kinds = [("keep-alive", KeepAliveAsync), ("ws", WsAsync), ("wss", WssAsync)];
        foreach (var (kind, open) in kinds)
        {
            await using var app = await ServedApp.StartAsync(session.Cancellation);
            using var client = LocalApp.CreateClient(app.Http);
            using var first = await open(app, session.Cancellation); // so that code and pools are in place
            var (heap, whole) = (await HeapAsync(), app.WorkingSet);
            ConcurrentBag<IDisposable> connections = [];
            try
            {
                await Parallel.ForEachAsync(Enumerable.Range(0, count), session.Cancellation, async (_, token) => connections.Add(await open(app, token)));
                var (heapWith, wholeWith) = (await HeapAsync(), app.WorkingSet);
                var (each, ofHeap) = ((wholeWith - whole) / count, (heapWith - heap) / count);
                rows.Add([kind, $"{whole / Megabyte:N1}", $"{wholeWith / Megabyte:N1}", $"{each:N0}", $"{ofHeap:N0}"]);
                session.Expect($"the heap holds more with {count:N0} {kind} connections than before", heapWith > heap);
            }
            finally
            {
                foreach (var connection in connections)
                {
                    connection.Dispose();
                }
            }

            async Task<long> HeapAsync() => long.Parse(await client.GetStringAsync("/collect", session.Cancellation), CultureInfo.InvariantCulture);
        }

        session.Show($"An app in its own process, and {count:N0} idle connections", ["", "MB before", "MB with them", "B a connection", "B of the heap"], rows);
    }

    private static async Task<IDisposable> KeepAliveAsync(ServedApp app, CancellationToken cancellationToken)
    {
        var address = new Uri(app.Http);
        var client = new TcpClient();
        await client.ConnectAsync(address.Host, address.Port, cancellationToken);
        await client.GetStream().WriteAsync(Encoding.ASCII.GetBytes($"GET /date HTTP/1.1\r\nHost: {address.Authority}\r\n\r\n"), cancellationToken);
        _ = await client.GetStream().ReadAtLeastAsync(new byte[1_000], 1, throwOnEndOfStream: true, cancellationToken); // a small response, in one piece
        return client;
    }

    private static Task<IDisposable> WsAsync(ServedApp app, CancellationToken cancellationToken) => SocketAsync(app.Http, cancellationToken);

    private static Task<IDisposable> WssAsync(ServedApp app, CancellationToken cancellationToken) => SocketAsync(app.Https, cancellationToken);

    [SuppressMessage("Security", "CA5359", Justification = "This program has started the app, on a loopback address.")]
    private static async Task<IDisposable> SocketAsync(string address, CancellationToken cancellationToken)
    {
        var socket = new ClientWebSocket();
        socket.Options.Proxy = null;
        socket.Options.KeepAliveInterval = TimeSpan.Zero; // idle
        socket.Options.RemoteCertificateValidationCallback = (_, _, _, _) => true;
        await socket.ConnectAsync(new Uri($"{address.Replace("http", "ws")}/socket"), cancellationToken);
        return socket;
    }
}
