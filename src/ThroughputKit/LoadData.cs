using ThroughputKit.Requests.Data;

namespace ThroughputKit;

/// <summary>
/// Data for a test: <see cref="LoadTest.WithData"/>. Code of a scenario reads it: <see cref="LoadUser.Data"/>. In requests, a column's name in braces, such
/// as <c>{id}</c>, stands for its value in the path, the header values and the body, escaped for its place; <c>{url:raw}</c>, in a path or a query, for the
/// value as it is. Immutable: every method that changes something returns new data.
/// </summary>
/// <remarks>
/// A mistake in a file or in rows is reported when the test runs, together with all others. To set more than one order of the rows is one; columns add up.
/// </remarks>
public sealed class LoadData
{
    private readonly DataRows _rows;
    private readonly IReadOnlyList<DataColumn> _others;

    private LoadData(
        DataRows rows, RowOrder order = RowOrder.InTurn, int seed = 0, IReadOnlyList<DataColumn>? others = null, IReadOnlyList<string>? set = null) =>
        (_rows, Order, Seed, _others, Set, Columns) = (rows, order, seed, others ?? [], set ?? [], [.. rows.ColumnsIn(order, seed), .. others ?? []]);

    /// <summary>Gets the names of what was set, each as often as it was.</summary>
    internal IReadOnlyList<string> Set { get; }

    internal RowOrder Order { get; }

    internal int Seed { get; }

    internal int RowCount => _rows.Count;

    internal IReadOnlyList<string> RowColumns => _rows.Columns;

    /// <summary>Gets all columns, those of the rows first.</summary>
    internal IReadOnlyList<DataColumn> Columns { get; }

    /// <summary>Gets the mistakes in the rows.</summary>
    internal IEnumerable<Problem> Problems => _rows.Problems;

    /// <summary>Takes rows of values.</summary>
    /// <param name="columns">The names of the columns.</param>
    /// <param name="rows">The rows, each with a value for every column.</param>
    public static LoadData FromRows(IReadOnlyList<string> columns, IEnumerable<IReadOnlyList<string>> rows)
    {
        ArgumentNullException.ThrowIfNull(columns);
        ArgumentNullException.ThrowIfNull(rows);
        string[] names = [.. columns];
        foreach (var name in names)
        {
            ArgumentNullException.ThrowIfNull(name, nameof(columns));
        }

        return new LoadData(DataRows.Of(names, rows));
    }

    /// <summary>Takes one column of values.</summary>
    /// <param name="column">The name of the column.</param>
    /// <param name="values">The values.</param>
    public static LoadData FromValues(string column, IEnumerable<string> values) =>
        FromRows([column.NotNull()], values.NotNull().Select(v => (IReadOnlyList<string>)[v]));

    /// <summary>Reads a CSV file (RFC 4180) whose first line names the columns.</summary>
    /// <param name="path">The file, relative to the current directory or, if it isn't there, to the folder of the tests.</param>
    public static LoadData FromCsv(string path) => new(DataFile.Read(path.NotNull(), Csv.Parse));

    /// <summary>Reads a file with a JSON object in each line. The properties of the first are the columns; all objects have the same.</summary>
    /// <param name="path">The file, as for <see cref="FromCsv"/>.</param>
    public static LoadData FromJsonLines(string path) => new(DataFile.Read(path.NotNull(), JsonLines.Parse));

    /// <summary>Begins data without rows, to which computed columns are added, for example with <see cref="WithCounter"/>.</summary>
    public static LoadData Generated() => new(DataRows.None);

    /// <summary>
    /// Takes the rows at random instead of in turn. Runs with the same seed have the same order of rows: in a closed loop with a duration, on each connection.
    /// </summary>
    /// <param name="seed">The seed: any number.</param>
    public LoadData InRandomOrder(int seed) => Ordered(RowOrder.Random, seed);

    /// <summary>
    /// Takes one row for each connection, or user of a scenario, which all its requests have. With more of them than rows, several share a row.
    /// </summary>
    public LoadData OnePerConnection() => Ordered(RowOrder.OnePerConnection);

    /// <summary>
    /// Takes each row once, in a chain for a whole pass; the run ends with the last, or after <see cref="LoadOptions.Requests"/>. It has no warm-up, which
    /// would use up rows, and so measures a cold app. Not in a comparison, an experiment or a search.
    /// </summary>
    public LoadData EachOnce() => Ordered(RowOrder.EachOnce);

    /// <summary>Adds a column of whole numbers. No two requests of a run have the same; some numbers are left out.</summary>
    /// <remarks>
    /// The numbers begin again with each run. Its attempts are one run, and so are the steps of a search. For what must be unique in an app that outlives a
    /// run, use <see cref="WithGuid"/>.
    /// </remarks>
    /// <param name="name">The name of the column.</param>
    /// <param name="first">The smallest number.</param>
    public LoadData WithCounter(string name, long first = 0) => With(name, GeneratedColumn.Counter(name, first));

    /// <summary>Adds a column of random GUIDs, in lower case with hyphens. No two requests have the same, and one request has it in all places.</summary>
    /// <param name="name">The name of the column.</param>
    public LoadData WithGuid(string name) => With(name, GeneratedColumn.Guid(name));

    /// <summary>
    /// Adds a column with the time at which each request is written, in UTC as ISO 8601: <c>2026-01-31T12:00:00.0000000Z</c>. It is read for each placeholder,
    /// so two in one request may differ.
    /// </summary>
    /// <param name="name">The name of the column.</param>
    public LoadData WithTimestamp(string name) => With(name, GeneratedColumn.Timestamp(name));

    /// <summary>
    /// Adds a column with one of some values, chosen at random. Runs with the same seed choose the same ones, in the order described for
    /// <see cref="InRandomOrder"/>. Columns with other names choose others.
    /// </summary>
    /// <param name="name">The name of the column.</param>
    /// <param name="seed">The seed: any number.</param>
    /// <param name="values">The values. One that is listed twice is chosen twice as often.</param>
    public LoadData WithChoice(string name, int seed, params IEnumerable<string> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        var (choices, rows) = (new ValueTable(), _rows);
        foreach (var value in values)
        {
            ArgumentNullException.ThrowIfNull(value, nameof(values));
            rows = choices.TryAdd(value) ? rows : rows with { Problems = [.. rows.Problems, DataRows.HalfCharacter($"A value of {name}")] };
        }

        return With(name, new ListColumn(name, choices, Index: 0, Width: 1, RowOrder.Choice, seed), rows);
    }

    /// <summary>Adds a column whose values a function writes.</summary>
    /// <param name="name">The name of the column.</param>
    /// <param name="write">Writes a value. What it allocates counts as allocated by the load. If it throws, the run ends.</param>
    public LoadData WithColumn(string name, LoadValueWriter write) => With(name, GeneratedColumn.Of(name, write.NotNull()));

    private LoadData Ordered(RowOrder order, int seed = 0) => new(_rows, order, seed, _others, [.. Set, "order of the rows"]);

    private LoadData With(string name, DataColumn column, DataRows? rows = null)
    {
        ArgumentNullException.ThrowIfNull(name);
        return new LoadData(rows ?? _rows, Order, Seed, [.. _others, column], Set);
    }
}
