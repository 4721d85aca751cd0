namespace ThroughputKit.Counting;

/// <summary>A driver of a database that tells of each command itself.</summary>
/// <param name="Assembly">Its assembly.</param>
/// <param name="Since">The first major version that tells of commands.</param>
/// <param name="Dialect">How its database reads quotes.</param>
internal sealed record DatabaseDriver(string Assembly, int Since, SqlDialect Dialect)
{
    /// <summary>Gets all of them.</summary>
    public static IReadOnlyList<DatabaseDriver> All { get; } =
    [
        new("Npgsql", 6, SqlDialect.Standard),
        new("MySqlConnector", 2, SqlDialect.MySql),
        new("Microsoft.Data.SqlClient", 1, SqlDialect.Brackets),
        new("System.Data.SqlClient", 4, SqlDialect.Brackets),
    ];

    /// <summary>Returns whether commands of an assembly are told by the assembly itself.</summary>
    public static bool TellsItself(string? assembly, Version? version) => All.Any(d => d.Assembly == assembly && version?.Major >= d.Since);

    /// <summary>Returns how the database of a driver reads quotes.</summary>
    public static SqlDialect DialectOf(string? assembly) => All.FirstOrDefault(d => d.Assembly == assembly)?.Dialect
        ?? (assembly?.Contains("MySql", StringComparison.OrdinalIgnoreCase) == true ? SqlDialect.MySql
            : assembly?.Contains("SQLite", StringComparison.OrdinalIgnoreCase) == true ? SqlDialect.Brackets
            : SqlDialect.Standard);
}
