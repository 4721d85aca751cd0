using System.Runtime.InteropServices;

namespace ThroughputKit.Scenarios;

/// <summary>The rows that users have at present. No two have one, unless there are more users than rows.</summary>
/// <param name="rows">The number of rows.</param>
internal sealed class RowsInUse(int rows)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<int, int> _users = []; // by row

    /// <summary>Takes a row, or else the next that nobody has.</summary>
    public int Take(int row)
    {
        lock (_lock)
        {
            while (_users.Count < rows && _users.ContainsKey(row))
            {
                row = (row + 1) % rows;
            }

            CollectionsMarshal.GetValueRefOrAddDefault(_users, row, out _)++;
            return row;
        }
    }

    public void Return(int row)
    {
        lock (_lock)
        {
            if (--CollectionsMarshal.GetValueRefOrNullRef(_users, row) == 0)
            {
                _users.Remove(row);
            }
        }
    }
}
