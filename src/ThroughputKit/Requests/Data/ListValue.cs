namespace ThroughputKit.Requests.Data;

/// <summary>Values that were escaped before the load.</summary>
internal sealed class ListValue : TemplateValue
{
    private readonly ListColumn _column;
    private readonly ulong _seed;
    private readonly int _count;

    public ListValue(ListColumn column, ulong seed)
    {
        (_column, _seed, _count) = (column, seed, column.Count);
        for (var i = 0; i < _count; i++)
        {
            MaxLength = Math.Max(MaxLength, column[i].Length);
        }
    }

    public override int MaxLength { get; }

    public override bool TakesRow => _column.Order != RowOrder.Choice;

    public override int Write(Span<byte> destination, in DataPosition position)
    {
        var value = _column[_column.Order switch
        {
            RowOrder.Random => Scatter.Choose(_seed, position.Row, _count),
            RowOrder.Choice => Scatter.Choose(_seed, position.Request, _count),
            RowOrder.OnePerConnection => position.Connection % _count,
            _ => (int)(position.Row % _count),
        }];
        value.CopyTo(destination);
        return value.Length;
    }
}
