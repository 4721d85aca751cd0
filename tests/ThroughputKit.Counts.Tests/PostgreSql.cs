using System.Diagnostics;
using Experiments;
using Npgsql;

namespace ThroughputKit.Tests.Counts;

/// <summary>Debian's PostgreSQL on a loopback port, with an empty database, until it is disposed of.</summary>
public sealed class PostgreSql : IAsyncLifetime
{
    private const string User = "postgres"; // it refuses to run as root

    private readonly string _folder = Directory.CreateTempSubdirectory("throughputkit-test-").FullName;
    private readonly int _port = Server.FreePort();
    private Server? _server;

    public string ConnectionString => $"Host=127.0.0.1;Port={_port};Username={User};Database=books;Timeout=30";

    public static string FindProgram(string name)
    {
        const string Folder = "/usr/lib/postgresql";
        return Tool.Find(name, "postgresql", Directory.Exists(Folder) ? Directory.GetDirectories(Folder).Select(v => Path.Combine(v, "bin")) : []);
    }

    public async Task InitializeAsync()
    {
        string initdb;
        try
        {
            initdb = FindProgram("initdb");
        }
        catch (NotInstalledException)
        {
            return; // its tests are skipped
        }

        if (Environment.IsPrivilegedProcess)
        {
            await RunAsync(new ProcessStartInfo("chown", [User, _folder]));
        }

        var data = Path.Combine(_folder, "data");
        await RunAsync(AsUser(initdb, "-D", data, "-U", User, "--auth=trust", "--no-sync"));
        _server = await Server.StartAsync(
            AsUser(FindProgram("postgres"), "-D", data, "-p", $"{_port}", "-h", "127.0.0.1", "-k", _folder), _port, CancellationToken.None);
        await WaitAsync();
    }

    public async Task DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        Directory.Delete(_folder, recursive: true);
    }

    private static Task RunAsync(ProcessStartInfo start) => Command.RunAsync(start, $"{start.FileName} failed", CancellationToken.None);

    private static ProcessStartInfo AsUser(string program, params string[] arguments) => Environment.IsPrivilegedProcess
        ? new ProcessStartInfo("setpriv", [$"--reuid={User}", $"--regid={User}", "--clear-groups", program, .. arguments])
        : new ProcessStartInfo(program, arguments);

    // It accepts connections a moment before it is ready for them.
    private async Task WaitAsync()
    {
        await using var source = NpgsqlDataSource.Create(ConnectionString.Replace("books", User, StringComparison.Ordinal));
        await using var create = source.CreateCommand("CREATE DATABASE books");
        for (var tries = 100; ; tries--)
        {
            try
            {
                await create.ExecuteNonQueryAsync();
                return;
            }
            catch (NpgsqlException e) when (e.IsTransient && tries > 0)
            {
                await Task.Delay(100);
            }
        }
    }
}
