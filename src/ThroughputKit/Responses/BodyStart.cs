using System.Runtime.Intrinsics;

namespace ThroughputKit.Responses;

/// <summary>The length of a response's body, and its first bytes. Allocated once and reused.</summary>
internal sealed class BodyStart
{
    private const int Capacity = 32;

    // A body that grows, such as that of a list, grows by less from one response to the next.
    private const int Leap = 2, MinLeap = 16;

    private readonly byte[] _bytes = new byte[Capacity];

    public long Length { get; private set; }

    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, (int)Math.Min(Length, Capacity));

    // In most bodies that are not the same, only digits differ. These are told in a few nanoseconds.
    private Vector256<byte> WithEqualDigits
    {
        get
        {
            var bytes = Vector256.Create(_bytes);
            return Vector256.ConditionalSelect(
                Vector256.LessThan(bytes - Vector256.Create((byte)'0'), Vector256.Create((byte)10)), Vector256.Create((byte)'0'), bytes);
        }
    }

    public void Clear()
    {
        Length = 0;
        Array.Clear(_bytes);
    }

    public void Append(ReadOnlySpan<byte> data)
    {
        if (Length < Capacity)
        {
            data[..(int)Math.Min(data.Length, Capacity - Length)].CopyTo(_bytes.AsSpan((int)Length));
        }

        Length += data.Length;
    }

    public void Set(BodyStart other)
    {
        Length = other.Length;
        other._bytes.CopyTo(_bytes, 0);
    }

    /// <summary>Returns whether the bodies begin with the same words, and neither is by far the longer one.</summary>
    public bool IsLike(BodyStart other) =>
        Math.Max(Length, other.Length) <= (Leap * Math.Min(Length, other.Length)) + MinLeap
        && (WithEqualDigits == other.WithEqualDigits || BodyWords.AreAlike(Bytes, other.Bytes, Length > Capacity, other.Length > Capacity));

    /// <summary>Returns the first bytes as text in one line.</summary>
    public override string ToString() =>
        Length == 0 ? "nothing" : Excerpt.Of(Bytes, isCut: Length > Capacity);
}
