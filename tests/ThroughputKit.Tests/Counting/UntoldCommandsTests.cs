using ThroughputKit.Counting;

namespace ThroughputKit.Tests.Counting;

/// <summary>Whether the commands to databases are known, by what the app has loaded.</summary>
public class UntoldCommandsTests
{
    private const string Sqlite = "Microsoft.Data.Sqlite";

    private static readonly LoadedAssembly _sqlite = Driver(Sqlite);
    private static readonly LoadedAssembly _efSqlite = Other("Microsoft.EntityFrameworkCore.Sqlite", Sqlite) with { ServesEntityFramework = true };
    private static readonly LoadedAssembly _efNpgsql = Other("Npgsql.EntityFrameworkCore.PostgreSQL", "Npgsql") with { ServesEntityFramework = true };

    [Fact]
    public void An_app_without_a_driver_sends_none() => Assert.Null(Why([Other("Shop")]));

    [Theory]
    [InlineData("Npgsql", 6)]
    [InlineData("MySqlConnector", 2)]
    [InlineData("Microsoft.Data.SqlClient", 6)]
    [InlineData("System.Data.SqlClient", 4)]
    public void These_drivers_tell_themselves(string name, int version) =>
        Assert.Null(Why([Driver(name) with { Version = new Version(version, 0, 0, 0) }, Other("Shop", name)]));

    [Fact]
    public void An_old_driver_does_not() => Assert.Equal(
        "Npgsql 5.0.1 doesn't tell of its commands. Use version 6 or later", Why([Driver("Npgsql") with { Version = new Version(5, 0, 1, 0) }]));

    [Fact]
    public void Another_driver_does_not() => Assert.Equal(
        $"{Sqlite} doesn't tell of its commands. Use it through EF Core, which does, or leave this count out", Why([_sqlite, Other("Shop", Sqlite)]));

    [Fact]
    public void A_client_of_a_database_that_has_no_driver_does_not() =>
        Assert.StartsWith("MongoDB.Driver doesn't tell of its commands.", Why([Other("MongoDB.Driver")]), StringComparison.Ordinal);

    [Fact]
    public void EF_Core_tells_for_it() => Assert.Null(Why([_sqlite, _efSqlite], hasEntityFramework: true));

    [Fact]
    public void EF_Core_without_events_does_not() =>
        Assert.Contains("no events of EF Core are seen", Why([_sqlite, _efSqlite]), StringComparison.Ordinal);

    [Theory]
    [InlineData(Sqlite)]
    [InlineData(LoadedAssembly.AnyDriver)]
    public void EF_Core_does_not_tell_for_who_sends_past_EF_Core(string sendsTo)
    {
        var shop = Other("Shop", Sqlite) with { SendsTo = [sendsTo] };

        Assert.Contains("Shop has code that sends some without EF Core", Why([_sqlite, _efSqlite, shop], true), StringComparison.Ordinal);
        Assert.Contains("Shop has code that sends some without EF Core", Why([_sqlite, _efSqlite, shop], true, Sqlite), StringComparison.Ordinal);
    }

    [Fact]
    public void Code_for_any_driver_is_a_reason_if_it_can_have_a_connection()
    {
        var dapper = Other("Dapper") with { SendsTo = [LoadedAssembly.AnyDriver] };
        var onConnectionOfEntityFramework = Other("Shop") with { SendsTo = [LoadedAssembly.EntityFramework] };

        Assert.Null(Why([_sqlite, _efSqlite, dapper, Other("Shop")], hasEntityFramework: true));
        Assert.Contains("Dapper has code that sends", Why([_sqlite, _efSqlite, dapper, Other("Shop", Sqlite)], true), StringComparison.Ordinal);
        Assert.Contains("Dapper has code that sends", Why([_sqlite, _efSqlite, dapper, onConnectionOfEntityFramework], true), StringComparison.Ordinal);
    }

    [Fact]
    public void The_code_of_tests_is_none_but_that_of_apps_in_them()
    {
        var tests = Other("Tests", Sqlite, "xunit.core") with { SendsTo = [Sqlite] };

        Assert.Null(Why([_sqlite, _efSqlite, tests], hasEntityFramework: true));
        Assert.NotNull(Why([_sqlite, _efSqlite, tests with { References = [.. tests.References, "Microsoft.AspNetCore.Routing"] }], hasEntityFramework: true));
    }

    [Fact]
    public void Who_only_opens_connections_for_EF_Core_or_sends_to_another_driver_is_no_reason() =>
        Assert.Null(Why([_sqlite, _efSqlite, Other("Shop", Sqlite) with { SendsTo = ["Npgsql"] }], hasEntityFramework: true, Sqlite));

    [Fact]
    public void What_an_assembly_sends_is_read_from_the_calls_in_its_code()
    {
        var here = LoadedAssembly.All().Single(a => a.Name == typeof(UntoldCommandsTests).Assembly.GetName().Name);

        Assert.Equal([LoadedAssembly.AnyDriver], here.SendsTo); // by the line below
        static object? Scalar(System.Data.IDbCommand command) => command.ExecuteScalar();
        Assert.NotNull((Func<System.Data.IDbCommand, object?>)Scalar);
    }

    [Fact]
    public void EF_Core_is_needed_over_a_driver_that_does_not_tell()
    {
        Assert.True(UntoldCommands.NeedEntityFramework([_sqlite, _efSqlite]));
        Assert.False(UntoldCommands.NeedEntityFramework([Driver("Npgsql"), _efNpgsql]));
        Assert.True(UntoldCommands.NeedEntityFramework([Driver("Npgsql"), _efNpgsql, _sqlite, _efSqlite]));
        Assert.False(UntoldCommands.NeedEntityFramework([_sqlite]));
    }

    private static string? Why(LoadedAssembly[] loaded, bool hasEntityFramework = false, params string[] used) =>
        UntoldCommands.Why(loaded, hasEntityFramework, used);

    private static LoadedAssembly Driver(string name) => Other(name) with { Connects = true };

    private static LoadedAssembly Other(string name, params string[] references) =>
        new(name, new Version(10, 0, 0, 0), references, Connects: false, ServesEntityFramework: false);
}
