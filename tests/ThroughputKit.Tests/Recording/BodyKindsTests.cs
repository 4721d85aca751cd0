using System.Globalization;
using System.Text;
using ThroughputKit.Recording;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Recording;

public class BodyKindsTests
{
    private const string Good = """{"data":1}""";
    private const string Bad = """{"errors":[{"message":"No."}]}""";

    private static readonly Dictionary<string, Func<int, string>> _unchanged = new(StringComparer.Ordinal)
    {
        ["the same"] = _ => Good,
        ["nothing"] = _ => "",
        ["a counter"] = i => $$"""{"count":{{i}},"name":"tea"}""",
        ["a counter alone"] = i => i.ToString(CultureInfo.InvariantCulture),
        ["a date, over midnight"] = i => new DateTime(2026, 11, 26, 23, 58, 30, DateTimeKind.Utc).AddSeconds(i).ToString("O"),
        ["a date in words, over midnight"] = i => new DateTime(2026, 12, 31, 23, 58, 30, DateTimeKind.Utc).AddSeconds(i).ToString("R", CultureInfo.InvariantCulture),
        ["a date in long words, over midnight"] = i =>
            $$"""{"at":"{{new DateTime(2026, 11, 30, 23, 58, 30, DateTimeKind.Utc).AddSeconds(i).ToString("dddd, dd MMMM h:mm tt", CultureInfo.InvariantCulture)}}"}""",
        ["a time, over noon"] = i => new DateTime(2026, 11, 26, 11, 58, 30, DateTimeKind.Utc).AddSeconds(i).ToString("h:mm:ss tt", CultureInfo.InvariantCulture),
        ["a date that is cut, over midnight"] = i => $$"""{"title":"All kinds of tea","t":"{{(i < 100 ? "Thu" : "Fri")}}, 26"}""",
        ["numbers that grow"] = i => $$"""{"count":{{(i < 100 ? 9 : 10)}},"name":"tea"}""",
        ["numbers that get digits, fractions and signs"] = i => i < 100 ? "[999]" : "[-1,000.5]",
        ["a counter within lines of text"] = i => $"teas: {i + 5}\norders: {i * 3}\nall is well",
        ["a compressed page, over midnight"] = i => $"\u001f\u0008{(i < 100 ? "Thu" : "Fri")}",
        ["four kinds in turn"] = i => new[] { Good, Bad, "tea", "" }[i % 4],
        ["an identifier of the time"] = i => $$"""{"id":"019a{{i >> 6:x4}}-7abc","name":"tea"}""",
        ["numbers of any size"] = i => $$"""{"size":{{i * 7919 % 10_007}}}""",
        ["a page that grows"] = i => $"[{string.Join(',', Enumerable.Repeat(Good, i + 1))}]",
        ["a page that shrinks"] = i => $"[{string.Join(',', Enumerable.Repeat(Good, 200 - i))}]",
        ["content that alternates"] = i => i % 2 == 0 ? Good : Bad,
        ["lengths that alternate"] = i => new string('x', i % 2 == 0 ? 50 : 500),
        ["lengths of any size"] = i => new string('x', 1 + (i * 7919 % 10_007)),
        ["content that comes back"] = i => i is < 80 or >= 120 ? Good : Bad,
        ["three kinds in turn"] = i => i < 80 ? Good : i < 120 ? "tea" : Bad,
        ["any content"] = i => new string((char)('a' + (i % 26)), 40),
        ["few before"] = i => i < 19 ? Good : Bad,
        ["few after"] = i => i < 181 ? Good : Bad,
    };

    public static TheoryData<string> Unchanged => [.. _unchanged.Keys];

    [Theory]
    [MemberData(nameof(Unchanged))]
    public void Is_no_change_for_good(string name) => Assert.Null(Of(i => _unchanged[name](i)).Change);

    [Theory]
    [InlineData(Good, Bad)]
    [InlineData(Bad, Good)]
    [InlineData("""{"data":{"id":7}}""", """{"data":null,"errors":[]}""")]
    [InlineData("""{"success":true}""", """{"success":false}""")]
    [InlineData("""{"success":true,"id":7}""", """{"success":false}""")]
    [InlineData("""[{"id":7}]""", "[]")]
    [InlineData("hello", "")]
    [InlineData("17", "")]
    [InlineData("17", "Too many requests")]
    [InlineData("<!DOCTYPE html><html lang=\"en\"><head><title>Teas</title></head><body></body></html>", "<!DOCTYPE html><html lang=\"en\">")]
    public void Is_a_change_for_good(string first, string later)
    {
        var (before, after) = Of(i => i < 20 ? first : later).Change!.Value;

        Assert.Equal((20, 180), (before.Count, after.Count));
        Assert.Equal((first.Length, later.Length), (before.Body.Length, after.Body.Length));
    }

    [Theory]
    [InlineData("first\r\nsecond\txxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", @"first\r\nsecond\txxxxxxxxxxxxxxxxxx...")]
    [InlineData("tea", "tea")]
    [InlineData("", "nothing")]
    public void Shows_the_beginning_in_one_line(string body, string expected) => Assert.Equal(expected, Body(body).ToString());

    [Theory]
    [InlineData(14, true)] // it may have been answered before the change
    [InlineData(15, true)]
    [InlineData(16, false)] // another was answered in the new way before it was begun
    public void Requests_in_flight_at_the_change_may_end_in_any_order(long begun, bool expected)
    {
        var kinds = new BodyKinds();
        Add(kinds, Good, 30, begun: 10, ended: 11);
        Add(kinds, Bad, 30, begun: 12, ended: 15);
        Add(kinds, Good, 30, begun, ended: 20);
        Add(kinds, Bad, 30, begun: 19, ended: 25);

        Assert.Equal(expected, kinds.Change is not null);
    }

    [Theory]
    [InlineData(0, 1, 2)]
    [InlineData(2, 1, 0)]
    [InlineData(1, 2, 0)]
    public void Merging_adds_what_each_thread_saw(params int[] order)
    {
        BodyKinds[] threads = [new(), new(), new()];
        for (var i = 0; i < 200; i++)
        {
            // The last thread joins only after the change.
            Add(threads[i < 100 ? i % 2 : i % 3], i < 100 ? Good : Bad, 1, begun: i, ended: i + 1);
        }

        var merged = Merged();
        merged.Add(Merged()); // after a further phase

        var (before, after) = merged.Change!.Value;
        Assert.Equal((100, 100), (before.Count, after.Count));
        Assert.Equal((Good, Bad), (before.Body.ToString(), after.Body.ToString()));

        BodyKinds Merged()
        {
            var all = new BodyKinds();
            foreach (var i in order)
            {
                all.Add(threads[i]);
            }

            return all;
        }
    }

    [Fact]
    public void Records_without_allocating()
    {
        var (kinds, one, other, i) = (new BodyKinds(), Body(Good), Body("""{"data":2}"""), 0);

        Assert.Equal(0, Allocated.By(() => kinds.Add(i % 2 == 0 ? one : other, i, ++i), times: 10_000));
    }

    private static BodyKinds Of(Func<int, string> body)
    {
        var kinds = new BodyKinds();
        for (var i = 0; i < 200; i++)
        {
            Add(kinds, body(i), 1, begun: i, ended: i + 1);
        }

        return kinds;
    }

    private static void Add(BodyKinds kinds, string body, int count, long begun, long ended)
    {
        for (var i = 0; i < count; i++)
        {
            kinds.Add(Body(body), begun, ended);
        }
    }

    private static BodyStart Body(string text)
    {
        var body = new BodyStart();
        body.Append(Encoding.UTF8.GetBytes(text));
        return body;
    }
}
