namespace ThroughputKit;

/// <summary>A type that an app allocates.</summary>
/// <param name="Type">The type's name, as the runtime writes it.</param>
/// <param name="Share">Its share of all allocated bytes, as a fraction, estimated from a sample.</param>
public sealed record AllocatedType(string Type, double Share);
