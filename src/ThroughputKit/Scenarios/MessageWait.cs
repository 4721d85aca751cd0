namespace ThroughputKit.Scenarios;

/// <summary>A step that waits for a message or an event.</summary>
/// <param name="Status">The status of the connection.</param>
/// <param name="SentAt">
/// When that was sent which it answers, or when it arrived, if nobody asked for it; <see langword="null"/> if it hasn't arrived and nobody did: the app may
/// never send one, so the wait is a request only once it does.
/// </param>
internal sealed record MessageWait(int Status, long? SentAt);
