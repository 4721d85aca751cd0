using System.Text;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>A value that a function writes, escaped for its place.</summary>
internal sealed class GeneratedValue(string name, int maxLength, LoadValueWriter write, ValuePlace place) : TemplateValue
{
    public override int MaxLength { get; } = Escaping.MaxLength(place, maxLength);

    /// <exception cref="LoadTestException">The function wrote what may not stand there.</exception>
    public override int Write(Span<byte> destination, in DataPosition position) =>
        TryWrite(destination, position, out var written) is { } problem ? throw new LoadTestException(problem) : written;

    /// <summary>Writes the value. Returns the problem if it may not stand there.</summary>
    public Problem? TryWrite(Span<byte> destination, in DataPosition position, out int written)
    {
        written = 0;
        Span<byte> room = stackalloc byte[maxLength];
        var length = write(room, position.Number);
        if (length < 0 || length > maxLength)
        {
            return new Problem(
                Invariant($"The function of {name} returned {length:N0}"), Invariant($"the number of bytes written, at most {maxLength:N0}"),
                "Return what TryFormat or Encoding.UTF8.GetBytes reported.");
        }

        var value = room[..length];
        if (Escaping.Refuse(place, value) is { } allowed)
        {
            return new Problem($"The value of {name} is '{Encoding.UTF8.GetString(value)}'", allowed, "Correct the column, or use it elsewhere.");
        }

        written = Escaping.Write(place, value, destination);
        return null;
    }
}
