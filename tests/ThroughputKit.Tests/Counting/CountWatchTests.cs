using System.Diagnostics;
using System.Diagnostics.Metrics;
using ThroughputKit.Counting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Counting;

/// <summary>Counts of this process. Others may run in it, so what is counted here has a text of its own.</summary>
public class CountWatchTests
{
    private const string EntityFramework = "Microsoft.EntityFrameworkCore";
    private const string OfEntityFramework = "Microsoft.EntityFrameworkCore.Database.Command.CommandExecuting";

    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task An_exception_counts_once_however_often_it_is_thrown_again()
    {
        using var watch = new CountWatch(ownPort: null);

        await Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Run(async () =>
        {
            for (var i = 0; i < 50; i++)
            {
                await Assert.ThrowsAsync<OwnException>(() => ThroughAsync(5));
            }
        })));

        Assert.Equal(400, Counted(watch, CountKind.Exceptions, typeof(OwnException).FullName!));
        Assert.InRange(watch.Read()[(int)CountKind.Exceptions], 400, long.MaxValue);
    }

    [Fact]
    public async Task Requests_count_with_their_redirects_and_failures()
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
        await using var redirecting = ScriptedServer.Answering($"HTTP/1.1 302 Found\r\nLocation: {server.Address}\r\nContent-Length: 0\r\n\r\n");
        var closed = FreePort.Find();
        using var client = new HttpClient();
        using var watch = new CountWatch(ownPort: null);

        await client.GetStringAsync(server.Address);
        await client.GetStringAsync(redirecting.Address);
        using (await client.PostAsync(server.Address, new StringContent("")))
        {
            await Assert.ThrowsAsync<HttpRequestException>(() => client.GetStringAsync(new Uri($"http://127.0.0.1:{closed}")));
        }

        Assert.Equal(2, Counted(watch, CountKind.HttpRequests, $"GET {server.Address.Authority}"));
        Assert.Equal(1, Counted(watch, CountKind.HttpRequests, $"GET {redirecting.Address.Authority}"));
        Assert.Equal(1, Counted(watch, CountKind.HttpRequests, $"POST {server.Address.Authority}"));
        Assert.Equal(1, Counted(watch, CountKind.HttpRequests, $"GET 127.0.0.1:{closed}"));
    }

    [Theory]
    [InlineData("127.0.0.1", 0)]
    [InlineData("localhost", 0)]
    [InlineData("127.0.0.1", 1)]
    public async Task Requests_to_the_own_port_do_not_count(string host, int otherPort)
    {
        await using var server = ScriptedServer.Answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
        using var client = new HttpClient();
        using var watch = new CountWatch(server.Address.Port + otherPort);

        await client.GetStringAsync(new Uri($"http://{host}:{server.Address.Port}"));

        Assert.Equal(otherPort, Counted(watch, CountKind.HttpRequests, $"GET {host}:{server.Address.Port}"));
    }

    [Fact]
    public void Without_meters_requests_are_not_known()
    {
        const string Switch = "System.Diagnostics.Metrics.Meter.IsSupported";
        using var watch = new CountWatch(ownPort: null);
        Assert.DoesNotContain(CountKind.HttpRequests, watch.Texts().WhyUnknown.Keys);
        AppContext.SetSwitch(Switch, isEnabled: false);
        try
        {
            Assert.Contains(Switch, watch.Texts().WhyUnknown[CountKind.HttpRequests], StringComparison.Ordinal);
        }
        finally
        {
            AppContext.SetSwitch(Switch, isEnabled: true);
        }
    }

    [Theory]
    [InlineData("Microsoft.Data.SqlClient.WriteCommandBefore")]
    [InlineData("System.Data.SqlClient.WriteCommandBefore")]
    public void Commands_of_SqlClient_count(string name)
    {
        using var listener = new DiagnosticListener("SqlClientDiagnosticListener");
        using var command = new MadeUpCommand("SELECT [it's] FROM Shelf WHERE Id = 7");
        using var batch = new MadeUpCommand(text: null);
        using var watch = new CountWatch(ownPort: null);
        Assert.True(listener.IsEnabled(name));

        listener.Write(name, new { OperationId = Guid.NewGuid(), Operation = "ExecuteReader", Command = command });
        listener.Write(name, new { Command = batch });
        listener.Write(name, new { Command = "of another kind" });
        listener.Write(name, new Faulty("no command"));
        listener.Write("Microsoft.Data.SqlClient.WriteConnectionOpenBefore", new { Command = command });

        Assert.Equal(4, watch.Read()[(int)CountKind.DatabaseCommands]);
        Assert.Equal(1, Counted(watch, CountKind.DatabaseCommands, "SELECT [it's] FROM Shelf WHERE Id = ?"));
        Assert.Equal(3, Counted(watch, CountKind.DatabaseCommands, SqlText.None));
    }

    [Fact]
    public void Commands_of_EF_Core_count_also_if_it_begins_later()
    {
        using var watch = new CountWatch(ownPort: null);
        using var command = new MadeUpCommand("SELECT 1");
        using var first = new DiagnosticListener(EntityFramework);
        using var second = new DiagnosticListener(EntityFramework);

        first.Write(OfEntityFramework, new { Command = command });
        second.Write(OfEntityFramework, new { Command = command });
        second.Write("Microsoft.EntityFrameworkCore.Database.Command.CommandExecuted", new { Command = command });

        Assert.Equal(2, Counted(watch, CountKind.DatabaseCommands, "SELECT ?"));
    }

    [Fact]
    public void Activities_of_commands_count_and_no_others()
    {
        using var npgsql = new ActivitySource("Npgsql");
        using var mySql = new ActivitySource("MySqlConnector");
        using var watch = new CountWatch(ownPort: null);

        Run(npgsql, "postgresql", "db.query.text", "SELECT 1");
        Run(npgsql, "shop", "db.statement", "SELECT 2"); // of older versions
        Run(npgsql, "CONNECT shop", "db.system.name", "postgresql");
        Run(mySql, "Execute", "db.statement", "SELECT \"x\"");
        Run(mySql, "Execute", "db.operation.batch.size", "2");
        Run(mySql, "Open", "db.system", "mysql");
        Run(mySql, "Commit", "db.operation.name", "COMMIT");

        Assert.Equal(4, watch.Read()[(int)CountKind.DatabaseCommands]);
        Assert.Equal(3, Counted(watch, CountKind.DatabaseCommands, "SELECT ?"));
        Assert.Equal(1, Counted(watch, CountKind.DatabaseCommands, SqlText.None));
    }

    [Theory]
    [InlineData(3, 1, 3)] // of 2 the reader was only closed, or the app hides them
    [InlineData(0, 2, 2)] // multiplexed
    [InlineData(2, 2, 2)]
    public void Commands_of_Npgsql_without_an_activity_count_too(int executed, int traced, int counted)
    {
        using var npgsql = new ActivitySource("Npgsql");
        using var meter = new Meter("Npgsql");
        var histogram = meter.CreateHistogram<double>("db.client.operation.duration");
        using var watch = new CountWatch(ownPort: null);

        Enumerable.Range(0, executed).ToList().ForEach(_ => histogram.Record(1));
        Enumerable.Range(0, traced).ToList().ForEach(_ => Run(npgsql, "postgresql", "db.query.text", "SELECT 1"));
        using (var copy = npgsql.StartActivity("COPY FROM"))
        {
            copy!.SetTag("db.query.text", "COPY shelf FROM STDIN").SetTag("db.operation.name", "COPY FROM");
        }

        Assert.Equal(counted + 1, watch.Read()[(int)CountKind.DatabaseCommands]);
        Assert.Equal(traced, Counted(watch, CountKind.DatabaseCommands, "SELECT ?"));
        Assert.Equal(counted - traced, Counted(watch, CountKind.DatabaseCommands, SqlText.None));
    }

    [Fact]
    public async Task What_the_runtime_counts_is_counted()
    {
        using var watch = new CountWatch(ownPort: null);

        GC.Collect(0);
        Contend();
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => Task.Run(() => { })));

        Assert.True(SpinWait.SpinUntil(() => watch.Read()[(int)CountKind.PoolItems] >= 20, _limit));
        Assert.InRange(watch.Read()[(int)CountKind.LockContentions], 1, long.MaxValue);
        Assert.InRange(watch.Read()[(int)CountKind.Collections], 1, long.MaxValue);
    }

    [Fact]
    public void Nothing_is_subscribed_before_and_after()
    {
        using var listener = new DiagnosticListener(EntityFramework);
        using var source = new ActivitySource("Npgsql");
        using var meter = new Meter("System.Net.Http");
        var histogram = meter.CreateHistogram<double>("http.client.request.duration");
        using var later = new DiagnosticListener("SqlClientDiagnosticListener");
        bool[] Subscribed() => [listener.IsEnabled(OfEntityFramework), source.HasListeners(), histogram.Enabled, later.IsEnabled()];

        Assert.All(Subscribed(), Assert.False);
        using (var watch = new CountWatch(ownPort: null))
        {
            Assert.All(Subscribed(), Assert.True);
            Assert.False(listener.IsEnabled("Microsoft.EntityFrameworkCore.Query.QueryCompilationStarting"));
        }

        Assert.All(Subscribed(), Assert.False);
        using var afterwards = new DiagnosticListener(EntityFramework);
        Assert.False(afterwards.IsEnabled());
    }

    [Fact]
    public void Without_EF_Core_everything_is_counted_at_once()
    {
        using var watch = new CountWatch(ownPort: null);

        Assert.Equal(TimeSpan.Zero, watch.SettlesIn());
    }

    private static long Counted(CountWatch watch, CountKind kind, string text) =>
        watch.Texts().Texts.Where(t => t.Kind == kind && t.Text == text).Sum(t => t.Count);

    private static void Run(ActivitySource source, string name, string tag, string value)
    {
        using var activity = source.StartActivity(name, ActivityKind.Client);
        activity!.SetTag(tag, value);
    }

    private static async Task ThroughAsync(int awaits)
    {
        await Task.Yield();
        if (awaits == 0)
        {
            throw new OwnException();
        }

        await ThroughAsync(awaits - 1);
    }

    private static void Contend()
    {
        var shared = new Lock();
        var second = new Thread(() =>
        {
            lock (shared)
            {
            }
        });
        lock (shared)
        {
            second.Start();
            Assert.True(SpinWait.SpinUntil(() => second.ThreadState.HasFlag(System.Threading.ThreadState.WaitSleepJoin), _limit));
        }

        second.Join();
    }

    private sealed class Faulty(string why)
    {
        public object Command => throw new InvalidOperationException(why);
    }

    private sealed class OwnException : Exception
    {
        public override string Message => throw new InvalidOperationException("no message");
    }
}
