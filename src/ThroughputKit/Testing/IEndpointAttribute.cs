namespace ThroughputKit.Testing;

/// <summary>An attribute with gates of one request, beside the one that marks the test, in any test framework.</summary>
internal interface IEndpointAttribute
{
    /// <summary>Gets the name of the request.</summary>
    string Request { get; }

    LoadGates Gates { get; }
}
