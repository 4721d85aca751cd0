namespace ThroughputKit;

/// <summary>One of the things that an app does for a request.</summary>
/// <param name="Text">The text of a database command, without its values; the method and the host of an outgoing request; or the type of an exception.</param>
/// <param name="PerRequest">How often, per request.</param>
public sealed record CountedItem(string Text, double PerRequest);
