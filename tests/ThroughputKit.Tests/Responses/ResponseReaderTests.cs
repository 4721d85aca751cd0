using System.Text;
using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Responses;

public class ResponseReaderTests
{
    private static readonly ExpectedAnswer _success = new(StatusTable.Of(s => s is >= 200 and < 300));

    public static TheoryData<string> Names => [.. FramingCases.All.Select(c => c.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Reads_whole_bytes(string name)
    {
        var framing = Find(name);

        Assert.Equal(Expected(framing), Read(framing, [framing.Bytes]));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Answers_the_same_however_the_bytes_are_cut(string name)
    {
        var framing = Find(name);
        var bytes = framing.Bytes;

        for (var i = 0; i <= bytes.Length; i++)
        {
            Assert.Equal(Expected(framing), Read(framing, [bytes[..i], bytes[i..]]));
        }

        Assert.Equal(Expected(framing), Read(framing, [.. bytes.Select(b => new[] { b })]));
    }

    [Fact]
    public void Answers_the_same_for_any_bytes_cut_anywhere()
    {
        // Pieces of real responses in any order and with any damage: the answer is unknown, but must not depend on where they are cut.
        string[] pieces =
        [
            "HTTP/1.1 200 OK|", "HTTP/1.1 100 Continue||", "Content-Length: 3|", "Transfer-Encoding: chunked|", "|", "abc",
            "3|abc|", "0||", "Connection: close|", " folded|", "HTTP/1.", "\n", "\r", "x", "12", ";ext", "\0", "0|",
        ];
        var text = Gen.Elements(pieces).ListOf().Select(p => "HTTP/1.1 200 OK|" + string.Concat(p));
        var cuts = Gen.Choose(1, 7).ListOf(20);

        Prop.ForAll(text.Zip(cuts).ToArbitrary(), input =>
        {
            var framing = new FramingCase("any", input.Item1, FramingAnswer.Complete, Closes: true);
            return Read(framing, [framing.Bytes]) == Read(framing, Wire.Cut(framing.Bytes, input.Item2));
        }).Check(FixedInputs.Of(2_000));
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK|ETag: 1|Content-Length: 5||hello", false)]
    [InlineData("HTTP/1.1 200 OK|ETag: 1|Transfer-Encoding: chunked||2;x=y|he|3|llo|0|Late: 1||", false)]
    [InlineData("HTTP/1.0 200 OK|ETag: 1||hello", true)]
    [InlineData("HTTP/1.1 103 Early Hints|Link: x||HTTP/1.1 200 OK|ETag: 1|Content-Length: 5||hello", false)]
    public void Joins_what_checks_need_however_the_bytes_are_cut(string response, bool closes)
    {
        var expected = new ExpectedAnswer(StatusTable.Of(s => s == 200), [new HeaderCheck("ETag", "1"), new BodyTextCheck("hello")]);
        var bytes = Wire.Bytes(response);
        var reader = new ResponseReader(); // as used for one response after another
        for (var i = 0; i <= bytes.Length; i++)
        {
            reader.Begin(isHead: false, expected, isKept: true, wantsCapture: i % 2 == 0);
            var state = reader.Read(bytes.AsSpan(0, i), out var consumed);
            state = state == ReadState.Complete ? state : reader.Read(bytes.AsSpan(consumed), out _);

            Assert.True(state == ReadState.Complete || (closes && reader.End()));
            Assert.Equal("hello", Encoding.ASCII.GetString(reader.Kept.Body));
            var head = Encoding.ASCII.GetString(reader.Kept.Head);
            Assert.StartsWith("ETag: 1\r\n", head, StringComparison.Ordinal);
            Assert.EndsWith("\r\n\r\n", head, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData(true, "A: 1|Transfer-Encoding: chunked||B: 2|C: 3||")]
    [InlineData(false, "A: 1|Transfer-Encoding: chunked||")]
    public void Keeps_trailers_of_gRPC_however_the_bytes_are_cut(bool isGrpc, string head)
    {
        var expected = new ExpectedAnswer(StatusTable.Of(s => s == 200), [new BodyTextCheck("hello")]) { KeepsTrailers = isGrpc };
        var bytes = Wire.Bytes("HTTP/1.1 200 OK|A: 1|Transfer-Encoding: chunked||2|he|3|llo|0|B: 2|C: 3||");
        var reader = new ResponseReader();
        for (var i = 0; i <= bytes.Length; i++)
        {
            reader.Begin(isHead: false, expected, isKept: true, wantsCapture: false);
            var state = reader.Read(bytes.AsSpan(0, i), out var consumed);
            state = state == ReadState.Complete ? state : reader.Read(bytes.AsSpan(consumed), out _);

            Assert.Equal(ReadState.Complete, state);
            Assert.Equal("hello"u8, reader.Kept.Body);
            Assert.Equal(Wire.Bytes(head), reader.Kept.Head);
        }
    }

    [Fact]
    public void Keeps_only_what_checks_need()
    {
        var bytes = Wire.Bytes("HTTP/1.1 200 OK|ETag: 1|Content-Length: 5||hello");
        var head = Wire.Bytes("ETag: 1|Content-Length: 5||").Length;
        Assert.Equal((head, 0), Kept(new HeaderCheck("ETag", "1")));
        Assert.Equal((head, 5), Kept(new BodyTextCheck("hello"))); // the head says how the body is encoded
        Assert.Equal((0, 0), Kept(new BodyLengthCheck(5)));

        (int Head, int Body) Kept(ResponseCheck check)
        {
            var reader = new ResponseReader();
            reader.Begin(isHead: false, new ExpectedAnswer(StatusTable.Of(s => s == 200), [check]), isKept: true, wantsCapture: false);
            reader.Read(bytes, out _);
            return (reader.Kept.Head.Length, reader.Kept.Body.Length);
        }
    }

    [Fact]
    public void Captures_a_checked_response_whatever_its_status()
    {
        var reader = new ResponseReader();
        reader.Begin(isHead: false, _success, isKept: true, wantsCapture: true);

        reader.Read(Wire.Bytes("HTTP/1.1 200 OK|Content-Length: 2||ok"), out _);

        Assert.Equal("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", reader.Capture.ToString());
    }

    [Fact]
    public void Leaves_what_comes_after_the_response_unread()
    {
        var reader = Reader();
        var bytes = Wire.Bytes("HTTP/1.1 200 OK|Content-Length: 2||okHTTP/1.1 500");

        var state = reader.Read(bytes, out var consumed);

        Assert.Equal(ReadState.Complete, state);
        Assert.Equal("HTTP/1.1 500".Length, bytes.Length - consumed);
    }

    [Fact]
    public void Refuses_a_head_beyond_its_limit_however_it_is_cut()
    {
        var line = "X-Filler: " + new string('a', 1000) + "|";
        var lines = (ResponseReader.MaxHeadBytes / (line.Length + 1)) + 1;
        var framing = new FramingCase(
            "too large", "HTTP/1.1 200 OK|" + string.Concat(Enumerable.Repeat(line, lines)) + "|", FramingAnswer.Malformed,
            Error: "the head is larger than 64 KiB");

        Assert.Equal(Expected(framing), Read(framing, [framing.Bytes]));
        Assert.Equal(Expected(framing), Read(framing, Wire.Cut(framing.Bytes, [1, 999])));
    }

    [Fact]
    public void A_head_just_within_its_limit_leaves_room_for_chunks()
    {
        var head = "HTTP/1.1 200 OK|Transfer-Encoding: chunked|X: ";
        var filler = new string('a', ResponseReader.MaxHeadBytes - Wire.Bytes(head).Length - "||".Length * 2 - "|".Length - 1);
        var framing = new FramingCase("large", $"{head}{filler}||5|hello|0||", FramingAnswer.Complete);

        Assert.Equal(Expected(framing), Read(framing, [framing.Bytes]));
        Assert.Equal(Expected(framing), Read(framing, Wire.Cut(framing.Bytes, [1000, 60_000, 4_500])));
    }

    [Fact]
    public void Refuses_interim_responses_without_end()
    {
        var framing = new FramingCase(
            "endless", string.Concat(Enumerable.Repeat("HTTP/1.1 100 Continue||", 4000)), FramingAnswer.Malformed,
            Error: "the head is larger than 64 KiB");

        Assert.Equal(Expected(framing), Read(framing, [framing.Bytes]));
    }

    [Fact]
    public void Skips_a_body_larger_than_any_buffer()
    {
        var reader = Reader();
        reader.Read(Wire.Bytes("HTTP/1.1 200 OK|Content-Length: 5000000000||"), out _);
        var megabyte = new byte[1_000_000];

        for (var i = 1; i < 5000; i++)
        {
            Assert.Equal(ReadState.NeedMore, reader.Read(megabyte, out var consumed));
            Assert.Equal(megabyte.Length, consumed);
        }

        Assert.Equal(ReadState.Complete, reader.Read(megabyte, out _));
    }

    [Fact]
    public void Captures_the_first_kilobyte_of_a_failed_response()
    {
        var reader = Reader();
        reader.Read(Wire.Bytes("HTTP/1.1 404 Not Found|Content-Length: 3||no!"), out _);
        Assert.Equal("HTTP/1.1 404 Not Found\nContent-Length: 3\n\nno!", reader.Capture.ToString());

        reader.Begin(isHead: false, _success, isKept: false, wantsCapture: true);
        reader.Read(Wire.Bytes("HTTP/1.1 500 Oops|Content-Length: 2000||" + new string('x', 2000)), out _);
        const int CarriageReturns = 3; // they are left out of the text
        Assert.Equal(ResponseCapture.Capacity - CarriageReturns + "...".Length, reader.Capture.ToString().Length);
        Assert.EndsWith("xxx...", reader.Capture.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Reads_without_allocating()
    {
        var reader = Reader();
        var bytes = Wire.Bytes("HTTP/1.1 200 OK|Content-Type: text/plain|Date: x|Transfer-Encoding: chunked||5|hello|0||");

        Assert.Equal(0, Allocated.By(Once, times: 1000));

        void Once()
        {
            reader.Begin(isHead: false, _success, isKept: false, wantsCapture: true);
            reader.Read(bytes, out _);
        }
    }

    private static FramingCase Find(string name) => FramingCases.All.Single(c => c.Name == name);

    private static (FramingAnswer, int Status, bool KeepsAlive, string? Error) Expected(FramingCase framing) =>
        framing.Expected == FramingAnswer.Complete
            ? (framing.Expected, framing.Status, framing.KeepsAlive, null)
            : (framing.Expected, 0, false, framing.Error);

    private static (FramingAnswer, int Status, bool KeepsAlive, string? Error) Read(FramingCase framing, IEnumerable<byte[]> pieces)
    {
        var reader = Reader(framing.IsHead);
        var unread = new List<byte>();
        foreach (var piece in pieces)
        {
            unread.AddRange(piece);
            var state = reader.Read(unread.ToArray(), out var consumed);
            unread.RemoveRange(0, consumed);
            if (state == ReadState.Complete)
            {
                Assert.True(unread.Count == 0 || framing.Name == "any", $"{unread.Count} bytes were left unread");
                return (FramingAnswer.Complete, reader.Status, reader.KeepsAlive, null);
            }

            if (state == ReadState.Malformed)
            {
                return (FramingAnswer.Malformed, 0, false, reader.Error);
            }
        }

        return framing.Closes && reader.End()
            ? (FramingAnswer.Complete, reader.Status, reader.KeepsAlive, null)
            : (FramingAnswer.CutShort, 0, false, reader.Error);
    }

    private static ResponseReader Reader(bool isHead = false)
    {
        var reader = new ResponseReader();
        reader.Begin(isHead, _success, isKept: false, wantsCapture: true);
        return reader;
    }
}
