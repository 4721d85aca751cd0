using System.Diagnostics;
using Npgsql;
using ThroughputKit;

namespace Experiments;

internal sealed class Database : IExperiment
{
    private const string User = "postgres"; // PostgreSQL refuses to run as root

    public string Name => "database";

    public string Question => "What does a row from a database cost, compared with the same row from memory?";

    public string Published => "from 160k RPS to below 15k, a ratio of 0.09.";

    public async Task RunAsync(Session session)
    {
        using var folder = new TemporaryFolder();
        var port = Server.FreePort();
        await using var server = await StartAsync(folder, port, session.Cancellation);
        await using var source = NpgsqlDataSource.Create($"Host=127.0.0.1;Port={port};Username={User};Database=postgres;Timeout=30");
        await using var app = LocalApp.CreateBuilder().Build();
        app.MapGet("/memory", () => "a row");
        app.MapGet("/database", async () =>
        {
            await using var command = source.CreateCommand("SELECT text FROM rows WHERE id = 1");
            return (string?)await command.ExecuteScalarAsync();
        });

        await FillAsync(source, session.Cancellation);

        var test = LoadTest.For(app);
        var result = await session.MeasureAsync("A row of text, in process", ("memory", test.Get("/memory")), ("PostgreSQL", test.Get("/database")));
        session.Expect("the database is slower than memory", result["PostgreSQL"].Ratio is { Value: < 1 });
    }

    // The server accepts connections a moment before it is ready for them.
    private static async Task FillAsync(NpgsqlDataSource source, CancellationToken cancellationToken)
    {
        await using var create = source.CreateCommand("CREATE TABLE rows (id int PRIMARY KEY, text text); INSERT INTO rows VALUES (1, 'a row')");
        for (var tries = 100; ; tries--)
        {
            try
            {
                await create.ExecuteNonQueryAsync(cancellationToken);
                return;
            }
            catch (NpgsqlException e) when (e.IsTransient && tries > 0)
            {
                await Task.Delay(100, cancellationToken);
            }
        }
    }

    private static async Task<Server> StartAsync(TemporaryFolder folder, int port, CancellationToken cancellationToken)
    {
        var data = Path.Combine(folder.Path, "data");
        var programs = Directory.Exists("/usr/lib/postgresql") ? Directory.GetDirectories("/usr/lib/postgresql").Select(v => Path.Combine(v, "bin")) : [];
        var (initdb, postgres) = (Tool.Find("initdb", "postgresql", programs), Tool.Find("postgres", "postgresql", programs));
        if (Environment.IsPrivilegedProcess)
        {
            await Command.RunAsync(new ProcessStartInfo("chown", [User, folder.Path]), $"{folder.Path} could not be given to {User}", cancellationToken);
        }

        await Command.RunAsync(
            AsUser(initdb, "-D", data, "-U", User, "--auth=trust", "--no-sync"),
            "The database could not be created", cancellationToken);
        return await Server.StartAsync(
            AsUser(postgres, "-D", data, "-p", $"{port}", "-h", "127.0.0.1", "-k", folder.Path), port, cancellationToken);
    }

    private static ProcessStartInfo AsUser(string program, params string[] arguments) => Environment.IsPrivilegedProcess
        ? new ProcessStartInfo("setpriv", [$"--reuid={User}", $"--regid={User}", "--clear-groups", program, .. arguments])
        : new ProcessStartInfo(program, arguments);
}
