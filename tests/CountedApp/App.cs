using Microsoft.EntityFrameworkCore;
using Npgsql;

namespace CountedApp;

/// <summary>An app whose settings "Sqlite" and "PostgreSql" say where its databases are.</summary>
public sealed class App
{
    private App()
    {
    }

    public static WebApplication Build(string[] args)
    {
        var builder = WebApplication.CreateBuilder(args);
        builder.Logging.ClearProviders();
        var (sqlite, postgreSql) = ($"Data Source={builder.Configuration["Sqlite"]}", builder.Configuration["PostgreSql"] ?? "Host=127.0.0.1");
        builder.Services.AddDbContextPool<PooledLibrary>(o => o.UseSqlite(sqlite));
        builder.Services.AddDbContext<OwnLibrary>(o => o.UseSqlite(sqlite));
        builder.Services.AddDbContextPool<PostgreSqlLibrary>(o => o.UseNpgsql(postgreSql));
        builder.Services.AddSingleton(_ => NpgsqlDataSource.Create(postgreSql));
        builder.Services.AddHttpClient();
        var app = builder.Build();
        app.MapGet("/nothing", () => "nothing");
        app.MapPost("/create", (OwnLibrary library) => library.Database.EnsureCreatedAsync());
        app.MapPost("/create-postgresql", (PostgreSqlLibrary library) => library.Database.EnsureCreatedAsync());
        app.MapGet("/pooled/{books:int}", (PooledLibrary library, int books) => library.FindAsync(books));
        app.MapGet("/own/{books:int}", (OwnLibrary library, int books) => library.FindAsync(books));
        app.MapGet("/postgresql/{books:int}", (PostgreSqlLibrary library, int books) => library.FindAsync(books));
        app.MapGet("/sqlite", () => (Task)Type.GetType("PlainSqlite.PlainCommand, PlainSqlite")!.GetMethod("SendAsync")!.Invoke(null, [sqlite])!); // loaded only now
        app.MapGet("/npgsql", async (NpgsqlDataSource source) =>
        {
            await using var connection = await source.OpenConnectionAsync();
            await using var command = new NpgsqlCommand("SELECT 'secret', 42", connection);
            await command.ExecuteScalarAsync();
        });
        app.MapGet("/npgsql-closed", async (NpgsqlDataSource source) =>
        {
            await using var connection = await source.OpenConnectionAsync();
            await using var command = new NpgsqlCommand("SELECT 1", connection);
            await (await command.ExecuteReaderAsync()).CloseAsync(); // and not disposed of
        });
        app.MapGet("/npgsql-batch", async (NpgsqlDataSource source) =>
        {
            await using var batch = source.CreateBatch();
            batch.BatchCommands.Add(new NpgsqlBatchCommand("SELECT 1"));
            batch.BatchCommands.Add(new NpgsqlBatchCommand("SELECT 2"));
            await using var reader = await batch.ExecuteReaderAsync();
        });
        app.MapGet("/call", async (IHttpClientFactory clients, string address) =>
        {
            using var client = clients.CreateClient();
            return await client.GetStringAsync(new Uri(address));
        });
        app.MapGet("/catches", async () =>
        {
            try
            {
                await SellAsync(depth: 3);
            }
            catch (SoldOutException)
            {
                // as some apps do for every request
            }
        });
        return app;
    }

    private static async Task SellAsync(int depth)
    {
        await Task.Yield();
        if (depth == 0)
        {
            throw new SoldOutException();
        }

        await SellAsync(depth - 1);
    }
}
