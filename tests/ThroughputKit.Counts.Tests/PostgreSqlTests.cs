using ThroughputKit.Counting;

namespace ThroughputKit.Tests.Counts;

/// <summary>What an app sends to a real PostgreSQL is what is counted.</summary>
[Trait("Category", "Slow")]
public class PostgreSqlTests(PostgreSql database) : IClassFixture<PostgreSql>
{
    [PostgreSqlTheory]
    [InlineData("/npgsql", 1, "SELECT ?, ?", false)]
    [InlineData("/npgsql", 1, "SELECT ?, ?", true)]
    [InlineData("/npgsql-closed", 1, SqlText.None, true)]
    [InlineData("/npgsql-batch", 1, "SELECT ?; SELECT ?", true)]
    [InlineData("/postgresql/3", 3, "SELECT b.\"Id\", b.\"Title\" FROM \"Books\" AS b WHERE b.\"Id\" = @id AND b.\"Title\" <> ?", false)]
    [InlineData("/postgresql/3", 3, "SELECT b.\"Id\", b.\"Title\" FROM \"Books\" AS b WHERE b.\"Id\" = @id AND b.\"Title\" <> ?", true)]
    public async Task Each_command_counts_once(string path, int commands, string text, bool isPublished)
    {
        await using var app = await RunningCountedApp.StartAsync(isPublished, postgreSql: database.ConnectionString);
        (await app.Client.PostAsync("/create-postgresql", content: null)).EnsureSuccessStatusCode();

        var (counted, counts) = await app.CountAsync(path, times: 20);

        Assert.Equal(20 * commands, counts[(int)CountKind.DatabaseCommands]);
        Assert.Equal([new(CountKind.DatabaseCommands, text, 20 * commands)], counted.Texts.Where(t => t.Kind == CountKind.DatabaseCommands));
        Assert.DoesNotContain(CountKind.DatabaseCommands, isPublished ? counted.WhyUnknown.Keys : []); // here, other tests have loaded Sqlite
    }
}
