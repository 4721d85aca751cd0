using System.Text;
using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>A column whose values are known before the load.</summary>
/// <param name="Name">The name of the column.</param>
/// <param name="Table">Its values, and those of the columns beside it, row by row.</param>
/// <param name="Index">The index of the column in a row.</param>
/// <param name="Width">The number of columns in a row.</param>
/// <param name="Order">Which of its values a request has.</param>
/// <param name="Seed">The seed of a random order.</param>
internal sealed record ListColumn(string Name, ValueTable Table, int Index, int Width, RowOrder Order, int Seed) : DataColumn(Name)
{
    private const int MaxShown = 60;

    public int Count => Table.Count / Width;

    public ReadOnlySpan<byte> this[int row] => Table[(row * Width) + Index];

    public override TemplateValue In(ValuePlace place) =>
        new ListValue(Escaped(place), Scatter.Of((ulong)Seed + (Order == RowOrder.Choice ? Scatter.Of(Name) : 0))); // columns with the same seed differ

    public override Problem? Check(ValuePlace place, string where)
    {
        for (var i = 0; i < Count; i++)
        {
            if (Escaping.Refuse(place, ValueIn(place, i)) is { } allowed)
            {
                return new Problem(
                    Invariant($"The value of {Name} in row {i + 1:N0} is '{Show(Encoding.UTF8.GetString(ValueIn(place, i)))}', for {where}"),
                    allowed,
                    "Correct the data, or leave out rows with such values.");
            }
        }

        return Count == 0 ? new Problem($"{Name} has no values to choose from", "one value or more", "Did a filter leave nothing?") : null;
    }

    private static string Show(string value) => (value.Length > MaxShown ? value[..MaxShown] : value)
        .Replace("\r", "\\r", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);

    // The null of JSON is one where JSON is expected, and otherwise no text.
    private ReadOnlySpan<byte> ValueIn(ValuePlace place, int row) => !ValueTable.IsNull(this[row]) ? this[row] : place == ValuePlace.JsonValue ? "null"u8 : [];

    // Mostly nothing is to be escaped, and then nothing is copied.
    private ListColumn Escaped(ValuePlace place)
    {
        var (isPlain, length, longest) = (true, 0, 4);
        for (var i = 0; i < Count; i++)
        {
            var value = this[i];
            isPlain &= Escaping.IsPlain(place, value) && !ValueTable.IsNull(value);
            (length, longest) = (length + value.Length, Math.Max(longest, value.Length));
        }

        if (isPlain)
        {
            return this;
        }

        var escaped = new ValueTable(length, Count);
        var room = new byte[Escaping.MaxLength(place, longest)];
        for (var i = 0; i < Count; i++)
        {
            escaped.Add(room.AsSpan(0, Escaping.Write(place, ValueIn(place, i), room)));
        }

        return this with { Table = escaped, Index = 0, Width = 1 };
    }
}
