namespace ThroughputKit;

/// <summary>A type that the app allocates.</summary>
/// <param name="Type">The name of the type, as the runtime writes it.</param>
/// <param name="Share">The type's share of all allocated bytes, as a fraction, estimated from a sample.</param>
public sealed record AllocatedType(string Type, double Share);
