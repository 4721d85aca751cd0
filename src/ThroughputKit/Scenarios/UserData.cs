using System.Buffers;
using System.Text;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Scenarios;

/// <summary>The data of a scenario for one run: which row an iteration has, and the values of its columns. Shared by all users.</summary>
internal sealed class UserData
{
    /// <summary>The number of the row of what has none.</summary>
    public const long NoRow = -1;

    private readonly Dictionary<string, TemplateValue> _values = new(StringComparer.Ordinal);
    private readonly HashSet<string> _ofRows = new(StringComparer.Ordinal); // which not all code of a user has
    private readonly RowsInUse? _rows;
    private readonly RowOrder _order;
    private readonly ulong _seed;
    private readonly int _count;

    /// <param name="data">The data, which is right.</param>
    /// <param name="numbers">The numbers of the iterations; <see langword="null"/> to begin with zero.</param>
    public UserData(LoadData data, RequestNumbers? numbers)
    {
        (_order, _seed, _count, Numbers) = (data.Order, Scatter.Of((ulong)data.Seed), data.RowCount, numbers ?? new RequestNumbers());
        _rows = _order == RowOrder.OnePerConnection || _count == 0 ? null : new RowsInUse(_count);
        foreach (var column in data.Columns.Select(c => c.ForRun()))
        {
            var isOfRow = _rows is not null && data.RowColumns.Contains(column.Name, StringComparer.Ordinal);
            _values[column.Name] = (isOfRow ? (ListColumn)column with { Order = RowOrder.InTurn } : column).In(ValuePlace.Body); // unchanged there
            if (isOfRow)
            {
                _ofRows.Add(column.Name);
            }
        }
    }

    public RequestNumbers Numbers { get; }

    /// <summary>Reads a value of a row.</summary>
    /// <exception cref="LoadTestException">There is none, or a function of the user failed.</exception>
    public static string Read(UserData? data, string column, in DataPosition position)
    {
        if (data is null || !data._values.TryGetValue(column, out var value))
        {
            throw new LoadTestException(new Problem(
                $"There is no column '{DisplayName.Show(column)}' in user.Data",
                data is null ? "data with that column; the test has none" : $"a column of the data: {string.Join(", ", data._values.Keys)}",
                data is null ? "Add WithData." : "Is it misspelt?"));
        }

        if (position.Row == NoRow && data._ofRows.Contains(column))
        {
            throw new LoadTestException(new Problem(
                $"The column '{column}' is read where a user begins or ends", "a computed column, or rows that users keep",
                "Each iteration has another row. So that each user keeps one, add OnePerConnection() to the data."));
        }

        var room = ArrayPool<byte>.Shared.Rent(value.MaxLength);
        try
        {
            return Encoding.UTF8.GetString(room, 0, value.Write(room, position));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(room);
        }
    }

    /// <summary>Takes the row of an iteration, until it is returned.</summary>
    /// <param name="number">The number of the row, from zero, counted on without end.</param>
    public long Take(long number) => _rows is null ? number
        : _rows.Take(_order == RowOrder.Random ? Scatter.Choose(_seed, number, _count) : (int)(number % _count));

    public void Return(long row) => _rows?.Return((int)row);
}
