using System.Diagnostics;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using ThroughputKit.Engines;
using ThroughputKit.Recording;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Data;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Requests.Data;

/// <summary>The bytes of requests with data.</summary>
public partial class RequestTemplateTests
{
    private static readonly LoadData _data = LoadData.FromRows(["id", "text"], [["1", ""], ["22", "say \"hi\""], ["333", new string('x', 1_000)]]);

    [Fact]
    public void The_length_is_that_of_the_body_of_each_row()
    {
        var request = LoadRequest.Post("/items/{id}?q={text}").WithHeader("X-Id", "a {id}").WithJsonText("""{"id": {id}, "name": "{text}", "more": {"a": 1}}""");

        string[] sent = [.. Enumerable.Range(0, 3).Select(row => Compose(request, row))];

        Assert.Equal(
            "POST /items/22?q=say%20%22hi%22 HTTP/1.1|Host: localhost|X-Id: a 22|Content-Type: application/json; charset=utf-8|Content-Length: 50||"
                + """{"id": 22, "name": "say \"hi\"", "more": {"a": 1}}""",
            sent[1]);
        Assert.All(sent, s =>
        {
            var parts = s.Split("||", 2);
            Assert.Equal(parts[1].Length, int.Parse(parts[0].Split("Content-Length: ")[1], CultureInfo.InvariantCulture));
        });
    }

    [Fact]
    public void A_body_without_a_placeholder_keeps_its_length() => Assert.Equal(
        "PUT /333 HTTP/1.1|Host: localhost|Content-Type: text/plain|Content-Length: 8||{id and ", Compose(LoadRequest.Put("/{id}").WithContent("{{id and "u8, "text/plain"), 2));

    [Fact]
    public void A_form_is_percent_encoded() => Assert.EndsWith(
        "||text=say%20%22hi%22", Compose(LoadRequest.Post("/").WithContent("text={text}"u8, "application/x-www-form-urlencoded"), 1), StringComparison.Ordinal);

    [Fact]
    public void A_parameter_of_the_type_makes_no_JSON_of_a_body() => Assert.EndsWith(
        "||say \"hi\"", Compose(LoadRequest.Post("/").WithContent("{text}"u8, "text/plain; profile=json"), 1), StringComparison.Ordinal);

    [Fact]
    public void Much_data_of_a_few_long_requests_takes_room_only_where_one_is_sent()
    {
        var template = Encode(LoadRequest.Post("/{id}").WithContent(new byte[1_000_000], "text/plain")).Template!;

        var before = GC.GetAllocatedBytesForCurrentThread();
        RequestComposer[] composers = [.. Enumerable.Range(0, 100).Select(c => new RequestComposer(c, template.MaxLength))];

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1_000_000);
        Assert.InRange(composers[7].Compose(template, row: 0, request: 0).Length, 1_000_000, template.MaxLength);
    }

    [Fact]
    public void Bytes_that_are_no_text_are_sent_as_they_are()
    {
        byte[] body = [0xFF, (byte)'{', (byte)'i', (byte)'d', (byte)'}'];

        Assert.Null(Encode(LoadRequest.Post("/").WithContent(body, "application/octet-stream")).Template);
    }

    [Fact]
    public void A_request_without_placeholders_stays_the_same_bytes()
    {
        var request = LoadRequest.Post("/").WithJsonText("""{"a": {"b": 1}}""");

        var encoded = Encode(request);

        Assert.Null(encoded.Template);
        Assert.Equal(Engine.Encode(request, new Uri("http://localhost")).Bytes.ToArray(), encoded.Bytes.ToArray());
    }

    [Theory]
    [InlineData("in turn", "0 1 2 0 1 2 0 1")]
    [InlineData("one per connection", "1 1 1 1 1 1 1 1")]
    public void Rows_are_taken_in_their_order(string order, string expected)
    {
        var data = order == "in turn" ? Numbered(3) : Numbered(3).OnePerConnection();

        Assert.Equal(expected, string.Join(' ', Enumerable.Range(0, 8).Select(row => Value(data, row, connection: 4))));
    }

    [Fact]
    public void Random_rows_depend_on_the_seed_alone()
    {
        var rows = Rows(Numbered(10).InRandomOrder(1));

        Assert.Equal(rows, Rows(Numbered(10).InRandomOrder(1)));
        Assert.NotEqual(rows, Rows(Numbered(10).InRandomOrder(2)));
        Assert.All(rows.GroupBy(r => r), g => Assert.InRange(g.Count(), 50, 150));
        Assert.Equal(10, rows.Distinct().Count());

        static string[] Rows(LoadData data) => [.. Enumerable.Range(0, 1_000).Select(row => Value(data, row))];
    }

    [Fact]
    public void Computed_values_are_those_of_the_request()
    {
        var data = LoadData.Generated().WithCounter("n", first: -1).WithGuid("guid").WithTimestamp("at").WithChoice("choice", seed: 1, "a", "b")
            .WithColumn("own", (destination, number) => Encoding.UTF8.GetBytes($"<{number}>", destination));
        var template = Encode(LoadRequest.Get("/{n}/{guid}/{at}/{choice}/{own}"), data).Template!;
        var composer = new RequestComposer(connection: 2, template.MaxLength);

        string[][] sent = [.. Enumerable.Range(0, 100).Select(row => Encoding.Latin1.GetString(composer.Compose(template, row, row).Span).Split(' ')[1].Split('/'))];

        Assert.Equal(Enumerable.Range(-1, 100).Select(n => $"{n}"), sent.Select(s => s[1]));
        Assert.Equal(100, sent.Select(s => Guid.Parse(s[2])).Distinct().Count());
        Assert.All(sent, s => Assert.Equal((4, true), (Guid.Parse(s[2]).Version, Guid.Parse(s[2]).Variant is >= 8 and < 12)));
        Assert.All(sent, s => Assert.Equal(DateTimeKind.Utc, DateTime.Parse(Uri.UnescapeDataString(s[3]), CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind).Kind));
        Assert.All(["a", "b"], c => Assert.InRange(sent.Count(s => s[4] == c), 30, 70));
        Assert.Equal("%3C0%3E", sent[0][5]);
    }

    [Fact]
    public void A_counter_goes_on_beyond_the_largest_long() => Assert.Equal(
        ["9223372036854775806", "9223372036854775807", "9223372036854775808"],
        Enumerable.Range(0, 3).Select(row => Value(LoadData.Generated().WithCounter("n", long.MaxValue - 1), row)));

    [Fact]
    public void A_request_has_the_same_guid_in_all_places()
    {
        var request = LoadRequest.Post("/{guid}?q={guid}").WithHeader("X", "{guid}").WithJsonText("""["{guid}"]""");

        var sent = Encoding.Latin1.GetString(Write(Encode(request, LoadData.Generated().WithGuid("guid")), row: 0));

        Assert.Single(Guids().Matches(sent).Select(m => m.Value).Distinct());
        Assert.Equal(4, Guids().Count(sent));
    }

    [Fact]
    public void Choices_with_the_same_seed_are_independent()
    {
        var template = Encode(
            LoadRequest.Get("/{n}{a}{b}"), LoadData.FromValues("n", ["0", "1"]).InRandomOrder(1).WithChoice("a", 1, "0", "1").WithChoice("b", 1, "0", "1")).Template!;

        var sent = Enumerable.Range(0, 1_000)
            .CountBy(row => Encoding.Latin1.GetString(template.Write(new byte[template.MaxLength], new DataPosition(row, row, 0, row)).Span).Split(' ')[1]).ToArray();

        Assert.Equal(8, sent.Length);
        Assert.All(sent, s => Assert.InRange(s.Value, 80, 170));
    }

    [Theory]
    [InlineData("/{text}", "Path")]
    [InlineData("/a/{text}/b?c={text}", "Path Query")]
    [InlineData("/{text}{text}", "PathPart PathPart")]
    [InlineData("/.{text}/{text}.%2e{text}/{text}", "PathPart PathPart PathPart Path")]
    [InlineData("/item-{text}.{text}", "Query Query")]
    [InlineData("{text}", "Target")]
    [InlineData("{text:raw}", "Target")]
    [InlineData("{text:raw}/{text}?{text:raw}&a={text}", "Target Path Raw Query")]
    [InlineData("/{text:raw}/{text:raw}", "Raw Raw")]
    public void What_may_become_a_dot_segment_depends_on_what_else_is_in_it(string path, string expected) =>
        Assert.Equal(expected, string.Join(' ', RequestPieces.OfPath(path, n => n == "text").Where(p => p.Name is not null).Select(p => p.Place)));

    [Fact]
    public void A_name_is_found_in_JSON_that_has_escapes_for_it()
    {
        var data = LoadData.FromValues("größe", ["12"]);

        Assert.EndsWith("""{"size":"12 \\"}""", Encoding.UTF8.GetString(Write(Encode(LoadRequest.Post("/").WithJson(new { Size = "{größe} \\" }), data), 0)), StringComparison.Ordinal);
    }

    [Fact]
    public void Another_run_has_other_guids() => Assert.NotEqual(
        Value(LoadData.Generated().WithGuid("n"), 0), Value(LoadData.Generated().WithGuid("n"), 0));

    [Fact]
    public void Requests_with_data_are_sent_without_allocating()
    {
        var data = _data.WithGuid("guid").WithTimestamp("at").WithCounter("n").WithChoice("choice", 1, "a", "b");
        var encoded = Encode(LoadRequest.Post("/{id}/{guid}").WithHeader("X", "{n}").WithJsonText("""{"a": "{text}", "b": "{at}", "c": {n}, "d": "{choice}"}"""), data);
        using var recorders = new RecorderSet(endpoints: 1);
        using var phase = new LoadPhase([encoded], recorders);
        phase.Open(TimeSpan.MaxValue);
        var sender = new Sender(index: 0, count: 2, encoded.Template!.MaxLength);
        var (recorder, exchange) = (new Recorder(endpoints: 1, isPaced: false), new Exchange(sender));
        sender.Enter(phase.Schedule);
        long sent = 0;

        Assert.Equal(0, Allocated.By(Send, times: 1_000));
        Assert.True(sent > 100_000);

        void Send()
        {
            sender.Begin(Stopwatch.GetTimestamp());
            exchange.Begin(phase, recorder, Stopwatch.GetTimestamp());
            sent += exchange.Bytes.Length;
        }
    }

    [Fact]
    public void Nor_does_the_first_request_of_a_connection_allocate()
    {
        var template = Encode(LoadRequest.Get("/{id}/{text}")).Template!;
        RequestComposer[] composers = [new(connection: 0, template.MaxLength), new(connection: 1, template.MaxLength)];
        composers[0].Compose(template, row: 0, request: 0);

        var before = GC.GetAllocatedBytesForCurrentThread();
        composers[1].Compose(template, row: 1, request: 1);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    [GeneratedRegex("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")]
    private static partial Regex Guids();

    private static LoadData Numbered(int rows) => LoadData.FromValues("n", Enumerable.Range(0, rows).Select(i => $"{i}"));

    private static string Value(LoadData data, int row, int connection = 0) =>
        Encoding.Latin1.GetString(Write(Encode(LoadRequest.Get("/{n}"), data), row, connection)).Split(' ')[1][1..];

    private static string Compose(LoadRequest request, int row) =>
        Encoding.Latin1.GetString(Write(Encode(request), row)).Replace("\r\n", "|", StringComparison.Ordinal);

    private static byte[] Write(EncodedRequest encoded, int row, int connection = 0) =>
        encoded.Template!.Write(new byte[encoded.Template.MaxLength], new DataPosition(row, Request: row, connection, Number: row)).ToArray();

    private static EncodedRequest Encode(LoadRequest request, LoadData? data = null) =>
        RequestEncoder.Encode(request, new Uri("http://localhost"), new ExpectedAnswer(StatusTable.Of(s => s == 200)), new DataEncoder(data ?? _data));
}
