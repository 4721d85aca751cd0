using System.Text;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>A value that a function writes, escaped for its place.</summary>
internal sealed class GeneratedValue(string name, int maxLength, LoadValueWriter write, ValuePlace place) : TemplateValue
{
    public override int MaxLength { get; } = Escaping.MaxLength(place, maxLength);

    /// <exception cref="LoadTestException">The function threw, or wrote what may not stand there.</exception>
    public override int Write(Span<byte> destination, in DataPosition position)
    {
        return TryWrite(destination, position, out var written, out var thrown) is not { } problem
            ? written
            : throw new LoadTestException(problem with { Found = Invariant($"{problem.Found}, for the number {position.Number:N0}") }, thrown);
    }

    /// <summary>Writes the value. Returns the problem if the function threw, or the value may not stand there.</summary>
    public Problem? TryWrite(Span<byte> destination, in DataPosition position, out int written, out Exception? thrown)
    {
        (written, thrown) = (0, null);
        Span<byte> room = stackalloc byte[maxLength];
        int length;
        try
        {
            length = write(room, position.Number);
        }
        catch (Exception e)
        {
            thrown = e;
            return new Problem(
                $"The function of {name} threw {Readable.Type(e.GetType())}: {e.Message.TrimEnd('.')}", "a function that writes a value",
                "What it writes must fit into 1,024 bytes.");
        }

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
