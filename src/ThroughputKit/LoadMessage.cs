using System.Net.WebSockets;
using System.Text;

namespace ThroughputKit;

/// <summary>A message of the app that came over a <see cref="LoadWebSocket"/>, whole, however many fragments it had.</summary>
public sealed class LoadMessage
{
    internal LoadMessage(WebSocketMessageType kind, ReadOnlyMemory<byte> bytes) => (Kind, Bytes) = (kind, bytes);

    /// <summary>Gets whether it is text or binary.</summary>
    public WebSocketMessageType Kind { get; }

    /// <summary>Gets its content.</summary>
    public ReadOnlyMemory<byte> Bytes { get; }

    /// <summary>Gets its content as text in UTF-8.</summary>
    public string Text => Encoding.UTF8.GetString(Bytes.Span);
}
