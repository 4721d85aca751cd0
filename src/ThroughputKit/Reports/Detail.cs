namespace ThroughputKit.Reports;

/// <summary>How much of a report is shown, so that it stays short whatever the run.</summary>
/// <param name="Rows">The maximum number of rows of a table, and of findings and failures.</param>
/// <param name="Cell">The maximum number of characters of a cell.</param>
/// <param name="Text">The maximum number of characters of a longer text, such as a response.</param>
/// <param name="Columns">The maximum number of columns of a chart.</param>
internal sealed record Detail(int Rows, int Cell, int Text, int Columns)
{
    // From the most to the least. The last one fits whatever the result.
    private static readonly Detail[] _all = [new(100, 300, 2_000, 300), new(50, 200, 1_000, 150), new(20, 120, 300, 100), new(5, 80, 100, 50)];

    /// <summary>Returns what is written with as much detail as fits.</summary>
    /// <param name="max">The maximum length.</param>
    /// <param name="write">Writes a report.</param>
    /// <param name="length">Returns the length of what was written.</param>
    public static string Fitting(int max, Func<Detail, string> write, Func<string, int> length)
    {
        var text = "";
        foreach (var detail in _all)
        {
            text = write(detail);
            if (length(text) <= max)
            {
                break;
            }
        }

        return text;
    }

    /// <summary>Returns the note on what is left out; <see langword="null"/> if that is nothing.</summary>
    public string? LeftOut(int count) => count > Rows ? FormattableString.Invariant($"{count - Rows:N0} more are left out here.") : null;
}
