namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>What a server sends after two requests, on the streams 1 and 3, and what must come of it.</summary>
/// <param name="Name">What the server does.</param>
/// <param name="Server">Its bytes, after its settings if it isn't about them.</param>
/// <param name="Slots">What the two slots are told.</param>
/// <param name="Sent">The frames that are sent in return.</param>
internal sealed record Conformance(string Name, byte[] Server, string Slots, string Sent = "")
{
    /// <summary>Gets the method of the first request.</summary>
    public string Method { get; init; } = "GET";

    /// <summary>Gets the length of its body.</summary>
    public int Body { get; init; }

    /// <summary>Gets whether the server closes the connection in the end.</summary>
    public bool Closes { get; init; }

    /// <summary>Gets whether the server begins with its settings.</summary>
    public bool Greets { get; init; } = true;
}
