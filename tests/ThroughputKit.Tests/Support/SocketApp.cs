using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Net.WebSockets;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Logging;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Tests.Support;

/// <summary>An app on Kestrel with WebSockets and server-sent events, which counts what it does.</summary>
internal sealed class SocketApp : IAsyncDisposable
{
    private const int MaskedPong = 6;

    private readonly WebApplication _app;
    private readonly TaskCompletionSource _ponged = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _second = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _opened;
    private int _sent;

    public SocketApp()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        _app = builder.Build();
        _app.UseWebSockets();
        Map("/echo", (socket, message) => SendAsync(socket, message));
        Map("/silent", (_, _) => Task.CompletedTask);
        Map("/late", (socket, message) => message == "0" ? _second.Task : AnswerSecondAsync(socket, message));
        Map("/slow-first", async (socket, message) =>
        {
            await (message == "0" ? Task.Delay(TimeSpan.FromMilliseconds(500)) : Task.CompletedTask);
            await SendAsync(socket, message);
        });
        Map("/feed", (socket, message) =>
        {
            _ = FeedAsync(socket, message);
            return Task.CompletedTask;
        });
        Map("/many", async (socket, message) =>
        {
            for (var i = 0; i < int.Parse(message, CultureInfo.InvariantCulture); i++)
            {
                await SendAsync(socket, $"{i}");
            }
        });
        Map("/push", (_, _) => Task.CompletedTask, socket => SendAsync(socket, "pushed"));
        Map("/three", (_, _) => Task.CompletedTask, async socket =>
        {
            await SendAsync(socket, "1");
            await SendAsync(socket, "2");
            await SendAsync(socket, "3");
            await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, "no more", CancellationToken.None);
        });
        Map("/long", (_, _) => Task.CompletedTask, socket => socket.SendAsync(new byte[ArrivedMessages.MaxMessageBytes + 1], WebSocketMessageType.Binary, endOfMessage: true, CancellationToken.None));
        Map("/closing", (socket, _) => socket.CloseOutputAsync(WebSocketCloseStatus.InternalServerError, "no more", CancellationToken.None));
        _app.MapGet("/refused", () => TypedResults.StatusCode(403));
        _app.Map("/fragments", SendFragmentsAsync);
        _app.Map("/ping", PingAsync);
        _app.MapGet("/events/{count:int}", async (int count, HttpContext context) =>
        {
            context.Response.ContentType = "text/event-stream";
            await context.Response.WriteAsync(": a comment\n\n");
            for (var i = 0; i < count; i++)
            {
                await context.Response.WriteAsync($"id: {i}\nevent: news\ndata: a\ndata: b\n\n");
                Interlocked.Increment(ref _sent);
            }

            await (context.Request.QueryString.HasValue ? Task.Delay(Timeout.Infinite, context.RequestAborted) : Task.CompletedTask);
        });
        _app.MapGet("/text", () => "text");
    }

    /// <summary>Gets the number of sockets that were opened.</summary>
    public int Opened => _opened;

    /// <summary>Gets the number of messages and events that were sent.</summary>
    public int Sent => _sent;

    /// <summary>Gets how clients closed their sockets; nothing if they just went away.</summary>
    public ConcurrentQueue<WebSocketCloseStatus?> Endings { get; } = new();

    /// <summary>Gets what ends once a client has answered the ping behind the messages that it didn't take.</summary>
    public Task Ponged => _ponged.Task;

    public LoadTest Test => LoadTest.For(_app);

    public ValueTask DisposeAsync()
    {
        _second.TrySetResult();
        return _app.DisposeAsync();
    }

    private async Task SendAsync(WebSocket socket, string message)
    {
        Interlocked.Increment(ref _sent);
        await socket.SendAsync(Encoding.UTF8.GetBytes(message), WebSocketMessageType.Text, endOfMessage: true, CancellationToken.None);
    }

    private async Task FeedAsync(WebSocket socket, string topic)
    {
        try
        {
            for (var i = 0; socket.State == WebSocketState.Open; i++)
            {
                await SendAsync(socket, $"{topic} {i}");
                await Task.Delay(1);
            }
        }
        catch (Exception e) when (e is WebSocketException or InvalidOperationException or ObjectDisposedException)
        {
            // It has just been closed.
        }
    }

    private async Task AnswerSecondAsync(WebSocket socket, string message)
    {
        _second.TrySetResult();
        await SendAsync(socket, message);
    }

    private void Map(string path, Func<WebSocket, string, Task> answer, Func<WebSocket, Task>? begin = null) => _app.Map(path, async (HttpContext context) =>
    {
        using var socket = await context.WebSockets.AcceptWebSocketAsync();
        Interlocked.Increment(ref _opened);
        try
        {
            await (begin?.Invoke(socket) ?? Task.CompletedTask);
            var buffer = new byte[100];
            while (await socket.ReceiveAsync(buffer, context.RequestAborted) is { MessageType: not WebSocketMessageType.Close } received)
            {
                await answer(socket, Encoding.UTF8.GetString(buffer, 0, received.Count));
            }

            await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, statusDescription: null, CancellationToken.None);
        }
        catch (Exception e) when (e is WebSocketException or OperationCanceledException)
        {
            // The client went away.
        }

        Endings.Enqueue(socket.CloseStatus);
    });

    [SuppressMessage("Security", "CA5350", Justification = "The protocol wants this hash (RFC 6455).")]
    private async Task<Stream> AcceptAsync(HttpContext context)
    {
        var accept = SHA1.HashData(Encoding.ASCII.GetBytes($"{context.Request.Headers.SecWebSocketKey}258EAFA5-E914-47DA-95CA-C5AB0DC85B11"));
        (context.Response.Headers.Upgrade, context.Response.Headers.SecWebSocketAccept) = ("websocket", Convert.ToBase64String(accept));
        Interlocked.Increment(ref _opened);
        return await context.Features.Get<IHttpUpgradeFeature>()!.UpgradeAsync();
    }

    // Two messages that nobody asked for, a ping, and a third one once the ping has been answered.
    private async Task PingAsync(HttpContext context)
    {
        await using var stream = await AcceptAsync(context);
        await stream.WriteAsync((byte[])[0x81, 1, .. "1"u8, 0x81, 1, .. "2"u8, 0x89, 0]);
        await stream.FlushAsync();
        await stream.ReadExactlyAsync(new byte[MaskedPong]);
        await stream.WriteAsync((byte[])[0x81, 1, .. "3"u8]);
        _ponged.TrySetResult();
        await stream.CopyToAsync(Stream.Null);
    }

    // An answer in three fragments, with a ping between them, and an empty pong after them.
    private async Task SendFragmentsAsync(HttpContext context)
    {
        await using var stream = await AcceptAsync(context);
        var frame = new byte[MaskedPong + "ask".Length];
        while (await stream.ReadAtLeastAsync(frame, frame.Length, throwOnEndOfStream: false) == frame.Length && frame[0] == 0x81)
        {
            await stream.WriteAsync((byte[])[0x01, 2, .. "he"u8, 0x89, 0, 0x00, 1, .. "l"u8]);
            await stream.FlushAsync();
            await stream.ReadExactlyAsync(frame.AsMemory(0, MaskedPong));
            Assert.Equal(0x8A, frame[0]);
            Interlocked.Increment(ref _sent);
            await stream.WriteAsync((byte[])[0x80, 2, .. "lo"u8, 0x8A, 0]);
            await stream.FlushAsync();
        }
    }
}
