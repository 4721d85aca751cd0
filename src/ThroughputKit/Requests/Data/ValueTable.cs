using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace ThroughputKit.Requests.Data;

/// <summary>Values as UTF-8, one after the other in one array: an object for each of millions would take many times the memory and the time.</summary>
/// <param name="bytes">The expected number of bytes.</param>
/// <param name="values">The expected number of values.</param>
internal sealed class ValueTable(int bytes = 0, int values = 0)
{
    private byte[] _bytes = new byte[bytes];
    private int[] _ends = new int[values + 1];
    private int _length;

    public int Count { get; private set; }

    // The null of JSON, which is no text: a byte that UTF-8 doesn't have.
    private static ReadOnlySpan<byte> Null => [0xFF];

    public ReadOnlySpan<byte> this[int index] => _bytes.AsSpan(_ends[index], _ends[index + 1] - _ends[index]);

    public static bool IsNull(ReadOnlySpan<byte> value) => value.SequenceEqual(Null);

    public string Text(int index) => Encoding.UTF8.GetString(this[index]);

    public void Clear() => (Count, _length) = (0, 0);

    public void Add(ReadOnlySpan<byte> value)
    {
        Append(value);
        End();
    }

    public void AddNull() => Add(Null);

    /// <summary>Adds a text. Returns false if it has half of a surrogate pair, which is no character.</summary>
    public bool TryAdd(string value)
    {
        var isText = Utf8.FromUtf16(value, Room(Encoding.UTF8.GetMaxByteCount(value.Length)), out _, out var written, replaceInvalidSequences: false)
            == OperationStatus.Done;
        _length += written;
        End();
        return isText;
    }

    /// <summary>Adds a part of a value; <see cref="End"/> follows the last.</summary>
    public void Append(ReadOnlySpan<byte> part)
    {
        part.CopyTo(Room(part.Length));
        _length += part.Length;
    }

    public void End()
    {
        if (Count + 1 == _ends.Length)
        {
            Array.Resize(ref _ends, 2 * _ends.Length);
        }

        _ends[++Count] = _length;
    }

    private Span<byte> Room(int length)
    {
        var needed = checked(_length + length);
        if (needed > _bytes.Length)
        {
            Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, 2L * needed));
        }

        return _bytes.AsSpan(_length);
    }
}
