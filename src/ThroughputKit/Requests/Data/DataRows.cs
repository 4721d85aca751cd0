using static System.FormattableString;

namespace ThroughputKit.Requests.Data;

/// <summary>Rows of text, and the mistakes in them. Those that have any aren't used.</summary>
internal sealed record DataRows(IReadOnlyList<string> Columns, IReadOnlyList<IReadOnlyList<string>> Rows, IReadOnlyList<Problem> Problems)
{
    public static DataRows None { get; } = new([], [], []);

    /// <summary>Returns rows from code.</summary>
    public static DataRows Of(IReadOnlyList<string> columns, IReadOnlyList<IReadOnlyList<string>> rows)
    {
        for (var i = 0; i < rows.Count; i++)
        {
            if (rows[i]?.Count != columns.Count || rows[i].Any(v => v is null))
            {
                return Wrong(new Problem(
                    Invariant($"Row {i + 1:N0} of the data has {Counted.Of(rows[i]?.Count(v => v is not null) ?? 0, "value")}"),
                    Invariant($"{columns.Count:N0}: one for each column"),
                    "For no value, give an empty text."));
            }
        }

        return Of(columns, rows, "The data");
    }

    /// <summary>Returns rows that all have a value for each column.</summary>
    /// <param name="columns">The columns.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="name">The name of the data, capitalized as at the beginning of a sentence.</param>
    public static DataRows Of(IReadOnlyList<string> columns, IReadOnlyList<IReadOnlyList<string>> rows, string name) => rows.Count > 0
        ? new DataRows(columns, rows, [])
        : Wrong(new Problem($"{name} has no row", "one row or more", "Is it the right file, or did a filter leave nothing?"));

    public static DataRows Wrong(Problem problem) => new([], [], [problem]);
}
