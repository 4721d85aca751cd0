namespace ThroughputKit;

/// <summary>Returns whether the body of a response is as expected. Called during the load, by several threads at once.</summary>
/// <param name="body">The body, without its framing, as it was sent: a compressed body is compressed. It is valid only during the call.</param>
public delegate bool BodyPredicate(ReadOnlySpan<byte> body);
