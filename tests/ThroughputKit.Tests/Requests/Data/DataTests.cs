using System.Globalization;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Requests.Data;

/// <summary>Data, as the app receives it.</summary>
public sealed class DataTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(false, "POST /orders/999 '{\"id\":999}'")]
    [InlineData(true, null)] // all requests are alike
    public async Task A_failure_shows_the_request_as_it_was_sent(bool isFixed, string? expected)
    {
        await using var app = await RecordingApp.StartAsync((context, request) =>
        {
            context.Response.StatusCode = request.Target.EndsWith("999", StringComparison.Ordinal) ? 404 : 200;
            return context.Response.WriteAsync("ok");
        });
        var id = isFixed ? "999" : "{id}";
        var test = app.Test.Send(LoadRequest.Post($"/orders/{id}").WithJsonText($$"""{"id":{{id}}}"""));

        var result = await (isFixed ? test : test.WithData(LoadData.FromValues("id", ["1", "999"]))).Sending(2, connections: 1).RunAsync();

        var example = result.Failures.Examples[0];
        Assert.Equal(expected, example.Sent);
        Assert.Equal(expected is not null, example.ToString().EndsWith($"; sent: {expected}", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task A_value_arrives_as_it_is_wherever_it_stands(LoadEngine engine)
    {
        const string Value = "a b/ü?\"#&\\%";
        await using var app = await RecordingApp.StartAsync();
        var data = LoadData.FromRows(["value", "id"], [[Value, "1"]]);
        var test = app.Test.Send(LoadRequest.Post("/{value}?v={value}").WithHeader("X-Value", "id {id}").WithJsonText("""{"text":"{value}","id":{id}}"""));

        var result = await test.WithData(data).With(o => o.Engine = engine).Sending(20).RunAsync();

        Assert.Equal(20, result.Succeeded);
        Assert.All(app.Received, r =>
        {
            Assert.Equal($"/{Value}?v={Value}", Uri.UnescapeDataString(r.Target));
            Assert.Equal("id 1", r.Header);
            var body = JsonSerializer.Deserialize<JsonElement>(r.Body);
            Assert.Equal((Value, 1), (body.GetProperty("text").GetString(), body.GetProperty("id").GetInt32()));
        });
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task Each_row_of_a_file_is_taken_once(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();
        var rows = Enumerable.Range(0, 200).Select(i => i.ToString(CultureInfo.InvariantCulture)).ToArray();
        var file = _folder.File("users.csv");
        await File.WriteAllLinesAsync(file, ["name,id", .. rows.Select(r => $"\"user {r}\",{r}")]);

        var result = await app.Test.Get("/users/{id}?{name}").WithData(LoadData.FromCsv(file).EachOnce()).With(o => o.Engine = engine).RunAsync();

        Assert.Equal(200, result.Succeeded);
        Assert.Equal(rows.Select(r => $"/users/{r}?user%20{r}").Order(StringComparer.Ordinal), app.Targets.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task Rows_are_in_turn_over_all_connections(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();

        await app.ReceiveAsync(app.Test.Get("/{id}").WithData(Numbers(1_000_000)).With(o => o.Engine = engine), 300);

        int[][] rows = [.. app.Received.GroupBy(r => r.Connection).Select(c => c.Select(r => int.Parse(r.Target[1..], CultureInfo.InvariantCulture)).ToArray())];
        Assert.Equal([0, 1, 2], rows.Select(r => r[0]).Order());
        Assert.All(rows, r => Assert.Equal(Enumerable.Range(0, r.Length).Select(n => r[0] + (3 * n)), r));
    }

    [Fact]
    public async Task Requests_of_a_mix_that_have_no_placeholder_take_no_row()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Send(LoadRequest.Get("/").WithWeight(3)).Get("/{id}").WithData(Numbers(4));

        await test.Sending(32).RunAsync();

        Assert.Equal("/0 /0 /1 /1 /2 /2 /3 /3", string.Join(' ', app.Targets.Where(t => t != "/").Order(StringComparer.Ordinal)));
    }

    [Fact]
    public async Task In_a_closed_loop_neither_do_they()
    {
        await using var app = await RecordingApp.StartAsync();

        await app.ReceiveAsync(app.Test.Send(LoadRequest.Get("/").WithWeight(3)).Get("/{id}").WithData(Numbers(1_000_000)), 300);

        Assert.All(app.Received.Where(r => r.Target != "/").GroupBy(r => r.Connection), c =>
        {
            int[] rows = [.. c.Select(r => int.Parse(r.Target[1..], CultureInfo.InvariantCulture))];
            Assert.Equal(Enumerable.Range(0, rows.Length).Select(n => rows[0] + (3 * n)), rows);
            Assert.InRange(rows[0], 0, 2);
        });
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task At_a_set_rate_rows_are_in_turn_too(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();

        await app.Test.Get("/{id}").WithData(Numbers(1_000)).AtRate(1_000).Lasting(200, connections: 1).With(o => o.Engine = engine).RunAsync();

        Assert.Equal(Enumerable.Range(0, app.Received.Count).Select(i => $"/{i}"), app.Targets);
    }

    [Fact]
    public async Task Each_connection_has_a_row_of_its_own()
    {
        await using var app = await RecordingApp.StartAsync();

        await app.ReceiveAsync(app.Test.Get("/{id}").WithData(Numbers(3).OnePerConnection()), 60);

        Assert.Equal(["/0", "/1", "/2"], app.Received.GroupBy(r => r.Connection).Select(c => Assert.Single(c.Select(r => r.Target).Distinct())).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task Runs_with_the_same_seed_send_the_same_rows_on_each_connection()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/{id}/{kind}").WithData(Numbers(1_000).InRandomOrder(5).WithChoice("kind", 6, "a", "b", "c"));

        await app.ReceiveAsync(test, 300);
        await app.ReceiveAsync(test, 300);

        Assert.Equal([2, 2, 2], app.Received.GroupBy(r => r.Connection).Select(c => string.Join(' ', c.Take(20).Select(r => r.Target))).CountBy(s => s).Select(g => g.Value));
    }

    [Fact]
    public async Task Counters_go_on_after_the_warm_up()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/{n}").WithData(LoadData.Generated().WithCounter("n"));

        await test.With(o => (o.Connections, o.Requests, o.WarmUp, o.MaxWarmUp) = (3, 100, TimeSpan.FromMilliseconds(50), TimeSpan.FromMilliseconds(50))).RunAsync();

        Assert.True(app.Received.Count > 100);
        Assert.Equal(app.Received.Count, app.Targets.Distinct().Count());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task And_from_attempt_to_attempt(bool isChain)
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/{n}").WithData(LoadData.Generated().WithCounter("n")).Sending(20).Within(new LoadGates { MinRps = 1e9 });

        var result = await (isChain ? test.AsChain() : test).RunAsync();

        Assert.Equal((2, 60, 60), (result.EarlierAttempts.Count, app.Received.Count, app.Targets.Distinct().Count()));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task And_through_a_comparison_on_each_side()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.WithData(LoadData.Generated().WithCounter("n"));

        await test.Get("/a/{n}").ComparedWith(test.Get("/b/{n}")).MeasureFor(TimeSpan.FromSeconds(1)).RunAsync();

        Assert.Equal(app.Received.Count, app.Targets.Distinct().Count());
    }

    [Fact]
    public async Task Without_data_and_in_what_a_preparation_returns_braces_are_literal()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Send(LoadRequest.Post("/").WithJsonText("""{"a":"{id}{{"}"""));

        await test.Sending(1).RunAsync();
        await app.Test.Post("/{id}").WithData(Numbers(1)).Prepare((_, _) => Task.FromResult(new Dictionary<string, string> { ["X-Value"] = "{id} {{x}" }))
            .Sending(1).RunAsync();

        Assert.Equal(["""{"a":"{id}{{"}""", ""], app.Received.Select(r => r.Body));
        Assert.Equal(("/0", "{id} {{x}"), (app.Received[1].Target, app.Received[1].Header));
    }

    [Fact]
    public async Task Nor_do_requests_with_computed_columns_alone()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/?{n}{kind}").Get("/{id}").WithData(Numbers(4).WithCounter("n").WithChoice("kind", 1, "a", "b"));

        await test.Sending(8).RunAsync();

        Assert.Equal("/0 /1 /2 /3", string.Join(' ', app.Targets.Where(t => t[1] != '?').Order(StringComparer.Ordinal)));
    }

    [Theory]
    [InlineData(LoadEngine.Automatic, false)]
    [InlineData(LoadEngine.Automatic, true)]
    [InlineData(LoadEngine.Socket, false)]
    [InlineData(LoadEngine.Socket, true)]
    public async Task A_function_that_throws_ends_the_run(LoadEngine engine, bool isPaced)
    {
        await using var app = await RecordingApp.StartAsync();
        var thrown = new InvalidOperationException("No more.");
        var data = LoadData.Generated().WithColumn("n", (destination, number) => number < 7 ? Encoding.UTF8.GetBytes("1", destination) : throw thrown);
        var test = app.Test.Get("/{n}").WithData(data).Lasting(600_000, connections: 1).With(o => o.Engine = engine);

        var exception = await Assert.ThrowsAsync<LoadTestException>(() => (isPaced ? test.AtRate(1_000) : test).RunAsync());

        Assert.Equal(
            "The function of n threw InvalidOperationException: No more, for the number 7. Expected: a function that writes a value. What it writes must fit into 1,024 bytes.",
            Assert.Single(exception.Problems));
        Assert.Same(thrown, exception.InnerException);
        Assert.Equal(7, app.Received.Count);
    }

    [Theory]
    [InlineData("..", 2, "The value of n is '..', for the number 0. Expected: in a path, any value except none, . and .., which make other paths. Correct the column, or use it elsewhere.")]
    [InlineData("a", 1_025, "The function of n returned 1,025, for the number 0. Expected: the number of bytes written, at most 1,024. Return what TryFormat or Encoding.UTF8.GetBytes reported.")]
    public async Task So_does_one_whose_value_may_not_stand_there(string value, int length, string expected)
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.Get("/{n}").WithData(LoadData.Generated().WithColumn("n", (destination, _) => length - value.Length + Encoding.UTF8.GetBytes(value, destination)));

        Assert.Equal([expected], (await Assert.ThrowsAsync<LoadTestException>(() => test.Sending(1).RunAsync())).Problems);
    }

    [Fact]
    public async Task A_function_is_called_for_requests_only()
    {
        await using var app = await RecordingApp.StartAsync();
        var (ids, last) = (new byte[] { 1, 2, 3, 4 }, -1);
        var data = LoadData.Generated().WithColumn("id", (destination, _) => Encoding.UTF8.GetBytes($"{ids[++last]}", destination));

        await app.Test.Get("/a/{id}").Get("/b/{id}").WithData(data).Sending(4, connections: 1).RunAsync();

        Assert.Equal(["/a/1", "/b/2", "/a/3", "/b/4"], app.Targets);
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task A_list_of_URLs_is_sent_as_it_is(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();
        string[] urls = ["/products/7?sort=price", "/search?q=tea%20pot"];

        await app.Test.Get("{url}").WithData(LoadData.FromValues("url", urls)).With(o => o.Engine = engine).Sending(2, connections: 1).RunAsync();
        await app.Test.Get("/list{url:raw}&from={url}").WithData(LoadData.FromValues("url", urls[..1])).With(o => o.Engine = engine).Sending(1).RunAsync();

        Assert.Equal([.. urls, "/list/products/7?sort=price&from=%2Fproducts%2F7%3Fsort%3Dprice"], app.Targets);
    }

    [Fact]
    public async Task A_null_of_JSON_is_no_text_and_one_where_JSON_is_expected()
    {
        await using var app = await RecordingApp.StartAsync();
        var file = _folder.File("a.jsonl");
        await File.WriteAllTextAsync(file, """{"id": null, "name": null}""" + "\n" + """{"id": 2, "name": "null"}""");

        await app.Test.Send(LoadRequest.Post("/?a={name}").WithJsonText("""{"id": {id}, "name": "{name}"}""")).WithData(LoadData.FromJsonLines(file))
            .Sending(2, connections: 1).RunAsync();

        Assert.Equal(["/?a=", "/?a=null"], app.Targets);
        Assert.Equal(["""{"id": null, "name": ""}""", """{"id": 2, "name": "null"}"""], app.Received.Select(r => r.Body));
    }

    [Fact]
    public async Task A_name_may_have_any_characters()
    {
        await using var app = await RecordingApp.StartAsync();

        await app.Test.Send(LoadRequest.Get("/{product name}?a={größe}").WithHeader("X-Value", "{größe}")).WithData(LoadData.FromRows(["größe", "product name"], [["7", "tea"]]))
            .Sending(1).RunAsync();

        Assert.Equal(("/tea?a=7", "7"), (app.Received[0].Target, app.Received[0].Header));
    }

    [Fact]
    public async Task One_that_throws_during_the_warm_up_ends_the_run_too()
    {
        await using var app = await RecordingApp.StartAsync();
        var data = LoadData.Generated().WithColumn("n", (destination, number) => number < 500 ? Encoding.UTF8.GetBytes("1", destination) : throw new InvalidOperationException());
        var test = app.Test.Get("/{n}").WithData(data).With(o => (o.WarmUp, o.MaxWarmUp, o.Connections) = (TimeSpan.FromHours(1), TimeSpan.FromHours(1), 3));

        await Assert.ThrowsAsync<LoadTestException>(() => test.RunAsync());
    }

    [Fact]
    public async Task A_preparation_sends_no_header_with_a_placeholder()
    {
        await using var app = await RecordingApp.StartAsync();
        var test = app.Test.WithData(Numbers(1)).Prepare(async (client, token) => { await client.GetStringAsync(new Uri("/prepare", UriKind.Relative), token); });

        await test.Get("/").WithHeader("X-Value", "{id}").Sending(1).RunAsync();
        await test.Get("/{id}").WithHeader("X-Value", "{{id}").Sending(1).RunAsync();

        Assert.Equal(["", "0", "{id}", "{id}"], app.Received.Select(r => r.Header));
    }

    [Fact]
    public async Task Rows_can_be_taken_once_up_to_a_number_of_requests_whatever_is_set_first()
    {
        await using var app = await RecordingApp.StartAsync();
        var data = Numbers(40).EachOnce();

        var first = await app.Test.With(o => o.Requests = 5).Get("/{id}").WithData(data).RunAsync();
        var last = await app.Test.Get("/{id}").WithData(data).With(o => o.Requests = 5).RunAsync();

        Assert.Equal((5, 5, TimeSpan.Zero), (first.Sent, last.Sent, first.WarmUp.Duration));
    }

    [Fact]
    public async Task A_request_that_is_left_out_needs_no_row_of_those_taken_once()
    {
        await using var app = await RecordingApp.StartAsync();

        var result = await app.Test.Get("/{id}").Send(LoadRequest.Get("/off").WithWeight(0)).WithData(Numbers(40).EachOnce()).RunAsync();

        Assert.Equal((40L, 40), (result.Succeeded, app.Targets.Distinct().Count()));
    }

    [Fact]
    public async Task Rows_from_code_are_those_of_that_moment()
    {
        await using var app = await RecordingApp.StartAsync();
        string[] row = ["1"];
        var data = LoadData.FromRows(["id"], [row]);
        row[0] = "2";

        await app.Test.Get("/{id}").WithData(data).Sending(1).RunAsync();

        Assert.Equal(["/1"], app.Targets);
    }

    [Fact]
    public async Task Rows_that_are_taken_once_are_not_taken_again_by_another_attempt()
    {
        await using var app = await RecordingApp.StartAsync();

        var result = await app.Test.Get("/{id}").WithData(Numbers(40).EachOnce()).Within(new LoadGates { MinRps = 1e9 }).RunAsync();

        Assert.Equal((GateVerdict.Failed, 40), (result.Verdict, app.Received.Count));
    }

    [Theory]
    [InlineData(LoadEngine.Automatic)]
    [InlineData(LoadEngine.Socket)]
    public async Task A_function_that_would_break_out_of_a_header_ends_the_run(LoadEngine engine)
    {
        await using var app = await RecordingApp.StartAsync();
        var data = LoadData.Generated().WithColumn("n", (destination, number) => Encoding.UTF8.GetBytes(number < 10 ? "fine" : "a\r\nAdmin: true", destination));

        var exception = await Assert.ThrowsAsync<LoadTestException>(
            () => app.Test.Send(LoadRequest.Get("/").WithHeader("X-Value", "{n}")).WithData(data).With(o => o.Engine = engine).Sending(100, connections: 1).RunAsync());

        Assert.StartsWith("The value of n is 'a\r\nAdmin: true', for the number 10. Expected: in a header, printable ASCII without line breaks.", Assert.Single(exception.Problems), StringComparison.Ordinal);
        Assert.All(app.Received, r => Assert.Equal("fine", r.Header));
    }

    private static LoadData Numbers(int count) => LoadData.FromValues("id", Enumerable.Range(0, count).Select(i => i.ToString(CultureInfo.InvariantCulture)));
}
