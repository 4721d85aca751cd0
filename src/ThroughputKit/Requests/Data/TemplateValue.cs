using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Requests.Data;

/// <summary>Writes a value into a request, escaped for its place. Shared by all connections, and called for every request.</summary>
internal abstract class TemplateValue
{
    /// <summary>Gets the maximum number of bytes that it writes; zero for a value of a virtual user.</summary>
    public abstract int MaxLength { get; }

    /// <summary>Gets whether the value is that of a row.</summary>
    public virtual bool TakesRow => false;

    /// <summary>Gets whether the value is that of a virtual user.</summary>
    public virtual bool IsOfUser => false;

    /// <summary>Returns the maximum number of bytes that it writes for a virtual user.</summary>
    public virtual int MaxLengthFor(VirtualUser user) => MaxLength;

    /// <summary>Writes the value, and returns the number of bytes written.</summary>
    public abstract int Write(Span<byte> destination, in DataPosition position);
}
