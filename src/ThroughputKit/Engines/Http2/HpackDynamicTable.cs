namespace ThroughputKit.Engines.Http2;

/// <summary>The fields that a server has added to HPACK's table (RFC 7541, 2.3.2). Each field is in one piece. Allocates nothing once it exists.</summary>
internal sealed class HpackDynamicTable
{
    /// <summary>The maximum size of the table, without a setting of ours.</summary>
    public const int MaxSize = 4_096;

    /// <summary>What a field counts in addition to its bytes.</summary>
    public const int Overhead = 32;

    private const int Capacity = MaxSize / Overhead; // a power of two

    private readonly byte[] _bytes = new byte[2 * MaxSize]; // so that fields are moved seldom
    private readonly (int Start, int Name, int Value)[] _fields = new (int, int, int)[Capacity]; // a ring: the number of a field is its place in it
    private int _next; // number of a field
    private int _end; // of the bytes in use
    private int _size;
    private int _limit;

    public int Count { get; private set; }

    private ref (int Start, int Name, int Value) this[int age] => ref _fields[(_next - 1 - age) & (Capacity - 1)];

    public void Clear()
    {
        Evict(0);
        _limit = MaxSize;
    }

    /// <summary>Takes the size that the server has chosen.</summary>
    public void Resize(int limit)
    {
        _limit = limit;
        Evict(limit);
    }

    public ReadOnlySpan<byte> Name(int age) => _bytes.AsSpan(this[age].Start, this[age].Name);

    public ReadOnlySpan<byte> Value(int age) => _bytes.AsSpan(this[age].Start + this[age].Name, this[age].Value);

    /// <summary>Adds a field, whose bytes are not in the table. One that is too large only empties it.</summary>
    public void Add(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        var length = name.Length + value.Length;
        Evict(_limit - length - Overhead);
        if (length + Overhead > _limit)
        {
            return;
        }

        if (_end + length > _bytes.Length)
        {
            MoveToFront();
        }

        name.CopyTo(_bytes.AsSpan(_end));
        value.CopyTo(_bytes.AsSpan(_end + name.Length));
        _next++;
        Count++;
        this[0] = (_end, name.Length, value.Length);
        _end += length;
        _size += length + Overhead;
    }

    private void Evict(int size)
    {
        while (Count > 0 && _size > size)
        {
            var oldest = this[--Count];
            _size -= oldest.Name + oldest.Value + Overhead;
        }
    }

    private void MoveToFront()
    {
        var start = Count > 0 ? this[Count - 1].Start : _end;
        _bytes.AsSpan(start, _end - start).CopyTo(_bytes);
        _end -= start;
        for (var age = 0; age < Count; age++)
        {
            this[age].Start -= start;
        }
    }
}
