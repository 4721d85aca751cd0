namespace ThroughputKit.Requests.Data;

/// <summary>Writes a value into a request, escaped for its place. Shared by all connections, and called for every request.</summary>
internal abstract class TemplateValue
{
    /// <summary>Gets the maximum number of bytes that it writes.</summary>
    public abstract int MaxLength { get; }

    /// <summary>Gets whether the value is that of a row.</summary>
    public virtual bool TakesRow => false;

    /// <summary>Writes the value, and returns the number of bytes written.</summary>
    public abstract int Write(Span<byte> destination, in DataPosition position);
}
