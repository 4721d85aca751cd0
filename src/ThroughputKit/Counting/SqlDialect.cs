namespace ThroughputKit.Counting;

/// <summary>How a database reads quotes.</summary>
internal enum SqlDialect
{
    /// <summary>As the standard says, and as PostgreSQL does.</summary>
    Standard,

    /// <summary>A name may also stand in brackets: SQL Server and SQLite.</summary>
    Brackets,

    /// <summary>A value may also stand in double quotes, a backslash escapes, and # begins a comment: MySQL and MariaDB.</summary>
    MySql,
}
