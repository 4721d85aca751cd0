namespace ThroughputKit;

/// <summary>Marks an exception as a failed assertion: test frameworks look for an interface of this name.</summary>
internal interface IAssertionException;
