using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Client;

/// <summary>Data of a scenario: each iteration has a row.</summary>
public class UserDataTests
{
    private static readonly Uri _home = ScenarioApp.Uri("/home");
    private static readonly string[] _names = ["ann", "bob", "cem", "dan", "eve"];

    [Fact]
    public async Task Rows_are_taken_in_turn()
    {
        var rows = await ReadAsync(
            LoadData.FromRows(["id", "name"], [["1", "ann"], ["2", "bøb"], ["3", ""]]), iterations: 6, users: 1, row => $"{row["id"]}:{row["name"]}");

        Assert.Equal(["1:ann", "2:bøb", "3:", "1:ann", "2:bøb", "3:"], rows);
    }

    [Fact]
    public async Task The_window_begins_with_the_first_row()
    {
        await using var app = await ScenarioApp.StartAsync();
        var rows = new ConcurrentQueue<string>();

        await app.Test.Scenario("look", (user, token) =>
        {
            rows.Enqueue(user.Data["name"]);
            return user.Client.GetStringAsync(_home, token);
        }).WithData(LoadData.FromValues("name", _names)).Sending(3, connections: 1)
            .With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(300))).RunAsync();

        Assert.Equal(_names[..3], rows.TakeLast(3));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task No_two_users_have_a_row_at_the_same_time(bool inRandomOrder)
    {
        await using var app = await ScenarioApp.StartAsync();
        var (had, inUse, twice) = (new ConcurrentBag<string>(), new ConcurrentDictionary<string, int>(), 0);
        var data = LoadData.FromValues("name", _names);

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            var name = user.Data["name"];
            had.Add(name);
            twice += inUse.TryAdd(name, user.Number) ? 0 : 1;
            await user.StepAsync("home", () => user.Client.GetStringAsync(_home, token));
            inUse.TryRemove(name, out _);
        }).WithData(inRandomOrder ? data.InRandomOrder(1) : data).Sending(200, connections: 4).RunAsync());

        Assert.Equal((0, 0L, 200), (twice, result.Failed, had.Count));
        Assert.Equal(_names, had.Distinct().Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task More_users_than_rows_share_them()
    {
        await using var app = await ScenarioApp.StartAsync();
        var had = new ConcurrentBag<string>();

        await app.Test.Scenario("look", async (user, token) =>
        {
            had.Add(user.Data["name"]);
            await app.MeetAsync(5);
        }).WithData(LoadData.FromValues("name", _names[..2])).Sending(5, connections: 5).RunAsync();

        Assert.Equal([2, 3], had.CountBy(n => n).Select(n => n.Value).Order());
    }

    [Fact]
    public async Task Each_row_is_taken_once_and_the_run_ends_with_the_last()
    {
        await using var app = await ScenarioApp.StartAsync();
        var had = new ConcurrentBag<string>();

        var result = Identity.Check(await app.Test.Scenario("look", async (user, token) =>
        {
            had.Add(user.Data["id"]);
            await user.Client.GetStringAsync(ScenarioApp.Uri(user.Iteration % 3 == 1 ? "/status/500" : "/home"), token);
        }).WithData(LoadData.FromValues("id", Enumerable.Range(0, 57).Select(i => $"{i}")).EachOnce()).With(o => o.Connections = 4).RunAsync());

        Assert.Equal(Enumerable.Range(0, 57), had.Select(id => int.Parse(id, CultureInfo.InvariantCulture)).Order());
        Assert.Equal((57L, 57L), (result.Iterations, result.RequestsPlanned));
    }

    [Fact]
    public async Task Runs_with_the_same_seed_have_the_same_order()
    {
        var data = LoadData.FromValues("name", _names).WithChoice("size", seed: 5, "S", "M", "L");
        var first = await ReadAsync(data.InRandomOrder(1), 20, users: 1, row => $"{row["name"]} {row["size"]}");

        Assert.Equal(first, await ReadAsync(data.InRandomOrder(1), 20, users: 1, row => $"{row["name"]} {row["size"]}"));
        Assert.NotEqual(first, await ReadAsync(data.InRandomOrder(2), 20, users: 1, row => $"{row["name"]} {row["size"]}"));
        Assert.Equal(3, first.Select(r => r[^1]).Distinct().Count());
    }

    [Fact]
    public async Task A_user_keeps_its_row_from_its_beginning_to_its_end()
    {
        await using var app = await ScenarioApp.StartAsync();
        var had = new ConcurrentBag<(int User, string Name)>();

        await app.Test.Scenario("look", (user, token) => ReadAsync(user)).OnUserBegin((user, _) => ReadAsync(user)).OnUserEnd((user, _) => ReadAsync(user))
            .WithData(LoadData.FromValues("name", _names).OnePerConnection()).Sending(8, connections: 2).RunAsync();

        Assert.Equal(12, had.Count);
        Assert.All(had, h => Assert.Equal(_names[h.User], h.Name));

        Task ReadAsync(LoadUser user)
        {
            had.Add((user.Number, user.Data["name"]));
            return Task.CompletedTask;
        }
    }

    [Fact]
    public async Task Computed_columns_differ_from_iteration_to_iteration()
    {
        var data = LoadData.Generated().WithCounter("n", first: 100).WithGuid("guid").WithTimestamp("at").WithColumn("text", static (to, n) => Encoding.UTF8.GetBytes($"t{n}", to));
        var rows = await ReadAsync(data, 30, users: 3, row => (N: row["n"], Again: row["n"], Guid: row["guid"], At: row["at"], Text: row["text"]));

        Assert.Equal(30, rows.Select(r => r.N).Distinct().Count());
        Assert.Equal(30, rows.Select(r => Guid.Parse(r.Guid)).Distinct().Count());
        Assert.All(rows, r => Assert.Equal((r.N, $"t{int.Parse(r.N, CultureInfo.InvariantCulture) - 100}"), (r.Again, r.Text)));
        Assert.All(rows, r => Assert.True(DateTimeOffset.TryParse(r.At, CultureInfo.InvariantCulture, out _)));
    }

    [Theory]
    [InlineData(true, "There is no column 'nmae' in user.Data. Expected: a column of the data: name, n. Is it misspelt?")]
    [InlineData(false, "There is no column 'nmae' in user.Data. Expected: data with that column; the test has none. Add WithData.")]
    public async Task A_column_that_there_is_not_ends_the_run(bool hasData, string expected)
    {
        await using var app = await ScenarioApp.StartAsync();
        var test = app.Test.Scenario("look", (user, token) => user.StepAsync("home", () => Task.FromResult(user.Data["nmae"]))).Sending(1_000);

        var e = await Assert.ThrowsAsync<LoadTestException>(
            () => (hasData ? test.WithData(LoadData.FromValues("name", _names).WithCounter("n")) : test).RunAsync());

        Assert.Equal(expected, Assert.Single(e.Problems));
    }

    [Fact]
    public async Task A_function_that_throws_ends_the_run()
    {
        var data = LoadData.Generated().WithColumn("bad", static (_, _) => throw new InvalidOperationException("No value."));

        var e = await Assert.ThrowsAsync<LoadTestException>(() => ReadAsync(data, 10, users: 2, row => row["bad"]));

        Assert.StartsWith("The function of bad threw InvalidOperationException: No value, for the number ", e.Problems[0], StringComparison.Ordinal);
        Assert.IsType<InvalidOperationException>(e.InnerException);
    }

    [Fact]
    public async Task A_row_of_an_iteration_is_none_of_a_users_beginning()
    {
        await using var app = await ScenarioApp.StartAsync();

        var e = await Assert.ThrowsAsync<LoadTestException>(() => app.Test.Scenario("look", (_, _) => Task.CompletedTask)
            .OnUserBegin((user, _) => Task.FromResult(user.Data["name"])).WithData(LoadData.FromValues("name", _names)).Sending(1).RunAsync());

        Assert.StartsWith("The column 'name' is read where a user begins or ends. Expected: a computed column, or rows that users keep.", e.Problems[0], StringComparison.Ordinal);
    }

    private static async Task<T[]> ReadAsync<T>(LoadData data, int iterations, int users, Func<LoadRow, T> read)
    {
        await using var app = await ScenarioApp.StartAsync();
        var rows = new ConcurrentQueue<T>();
        await app.Test.Scenario("look", (user, token) =>
        {
            rows.Enqueue(read(user.Data));
            return user.Client.GetStringAsync(_home, token);
        }).WithData(data).Sending(iterations, users).RunAsync();
        return [.. rows];
    }
}
