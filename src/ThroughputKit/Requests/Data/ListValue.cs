using System.Text;

namespace ThroughputKit.Requests.Data;

/// <summary>Values that were escaped before the load, all in one array.</summary>
internal sealed class ListValue : TemplateValue
{
    private readonly byte[] _bytes;
    private readonly int[] _ends;
    private readonly RowOrder _order;
    private readonly ulong _seed;

    public ListValue(IReadOnlyList<string> values, ValuePlace place, RowOrder order, ulong seed)
    {
        (_order, _seed, _ends) = (order, seed, new int[values.Count + 1]);
        var all = new MemoryStream();
        for (var i = 0; i < values.Count; i++)
        {
            var value = Encoding.UTF8.GetBytes(values[i]);
            var escaped = new byte[Escaping.MaxLength(place, value.Length)];
            var length = Escaping.Write(place, value, escaped);
            all.Write(escaped, 0, length);
            _ends[i + 1] = (int)all.Length;
            MaxLength = Math.Max(MaxLength, length);
        }

        _bytes = all.ToArray();
    }

    public override int MaxLength { get; }

    public override bool TakesRow => _order != RowOrder.Choice;

    public override int Write(Span<byte> destination, in DataPosition position)
    {
        var count = _ends.Length - 1;
        var index = _order switch
        {
            RowOrder.Random => Chosen(position.Row, count),
            RowOrder.Choice => Chosen(position.Request, count),
            RowOrder.OnePerConnection => position.Connection % count,
            _ => (int)(position.Row % count),
        };
        var value = _bytes.AsSpan(_ends[index], _ends[index + 1] - _ends[index]);
        value.CopyTo(destination);
        return value.Length;
    }

    private int Chosen(long number, int count) => (int)Math.BigMul(Scatter.Of(_seed + (ulong)number), (ulong)count, out _);
}
