namespace ThroughputKit.Requests.Data;

/// <summary>A column of data.</summary>
internal abstract record DataColumn(string Name)
{
    /// <summary>Returns the column for one run: all placeholders of a request then have the same value.</summary>
    public virtual DataColumn ForRun() => this;

    /// <summary>Returns what writes the column's values in a place of a request.</summary>
    public abstract TemplateValue In(ValuePlace place);

    /// <summary>
    /// Returns the problem with the first value that may not stand in a place; <see langword="null"/> if there is none, or none is known yet.
    /// </summary>
    /// <param name="place">The place.</param>
    /// <param name="where">The place in words.</param>
    public abstract Problem? Check(ValuePlace place, string where);
}
