using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>Rows of values, and the mistakes in them. Those that have any aren't used.</summary>
/// <param name="Columns">The names of the columns.</param>
/// <param name="Values">The values, row by row.</param>
/// <param name="Problems">The mistakes.</param>
internal sealed record DataRows(IReadOnlyList<string> Columns, ValueTable Values, IReadOnlyList<Problem> Problems)
{
    public static DataRows None => new([], new ValueTable(), []);

    public int Count => Columns.Count == 0 ? 0 : Values.Count / Columns.Count;

    /// <summary>Returns the columns, whose values are taken in this order.</summary>
    public IEnumerable<ListColumn> ColumnsIn(RowOrder order, int seed) =>
        Columns.Select((name, i) => new ListColumn(name, Values, i, Columns.Count, order, seed));

    /// <summary>Returns rows from code.</summary>
    public static DataRows Of(IReadOnlyList<string> columns, IEnumerable<IReadOnlyList<string>> rows)
    {
        var values = new ValueTable();
        foreach (var (i, row) in rows.Index())
        {
            if (row?.Count != columns.Count || row.Any(v => v is null))
            {
                return Wrong(new Problem(
                    Invariant($"Row {i + 1:N0} of the data has {Counted.Of(row?.Count(v => v is not null) ?? 0, "value")}"),
                    Invariant($"{columns.Count:N0}: one for each column"),
                    "For no value, give an empty text."));
            }

            for (var c = 0; c < columns.Count; c++)
            {
                if (!values.TryAdd(row[c]))
                {
                    return Wrong(HalfCharacter(Invariant($"The value of {columns[c]} in row {i + 1:N0}")));
                }
            }
        }

        return Of(columns, values, "The data");
    }

    /// <summary>Returns rows that all have a value for each column.</summary>
    /// <param name="columns">The columns.</param>
    /// <param name="values">The values, row by row.</param>
    /// <param name="name">The name of the data, capitalized as at the beginning of a sentence.</param>
    public static DataRows Of(IReadOnlyList<string> columns, ValueTable values, string name) => values.Count > 0
        ? new DataRows(columns, values, [])
        : Wrong(new Problem($"{name} has no row", "one row or more", "Is it the right file, or did a filter leave nothing?"));

    public static DataRows Wrong(Problem problem) => None with { Problems = [problem] };

    /// <param name="what">The value, as at the beginning of a sentence.</param>
    public static Problem HalfCharacter(string what) => new(
        $"{what} has half of a surrogate pair", "whole characters", "Is the text cut off within a character such as an emoji?");
}
