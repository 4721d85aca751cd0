using Microsoft.Data.Sqlite;

namespace PlainSqlite;

/// <summary>A command that EF Core doesn't send.</summary>
public static class PlainCommand
{
    /// <summary>Sends it.</summary>
    public static async Task SendAsync(string database)
    {
        await using var connection = new SqliteConnection(database);
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = "SELECT 1";
        await command.ExecuteScalarAsync();
    }
}
