using static ThroughputKit.Tests.Engines.Http2.ServerFrames;

namespace ThroughputKit.Tests.Engines.Http2;

/// <summary>
/// What RFC 9113 says of servers, mostly by the cases of h2spec for clients and of .NET's own tests. A server without any fault comes first, then faults in a
/// response, which end its stream, then faults that end the connection.
/// </summary>
internal static class ConformanceCases
{
    private const string Pending = "nothing / nothing";
    private const string Http1 = "the server answers in HTTP/1.x: this address doesn't speak HTTP/2";
    private const string NoStatus = "the status is not a number from 100 to 999, or is 101, which HTTP/2 has not";
    private const string Pseudo = "a field that begins with a colon is unknown, or stands in a wrong place";
    private const string Name = "the name of a field isn't in lower case, or no name";
    private const string NoLength = "content-length is not a number, or there are two";
    private const string NoBody = "the response has a body, although it must not";
    private const string WrongWindow = "the server enlarges the window of the stream wrongly";
    private const string Refused = "the server refuses to speak HTTP/2 at this address: HTTP_1_1_REQUIRED";
    private const string NotGreeted = "the first frame of the server isn't its settings: does this address speak HTTP/2?";

    public static IReadOnlyList<Conformance> All { get; } =
    [
        .. Settings(), .. Answers(), .. Others(), .. Endings(), .. BrokenAnswers(), .. BrokenFrames(), .. WrongStreams(), .. WrongSettings(),
    ];

    private static IEnumerable<Conformance> Settings() =>
    [
        new("settings", ServerFrames.Settings(), Pending, "SETTINGS ack") { Greets = false },
        new(
            "twelve settings in a frame",
            ServerFrames.Settings(
                (1, 4096), (2, 0), (3, 10), (4, 70_000), (5, 16_384), (6, 1), (7, 1), (8, 1), (99, 1), (3, 20), (4, 80_000), (99, 2)),
            Pending,
            "SETTINGS ack") { Greets = false },
        new(
            "settings twice",
            [.. ServerFrames.Settings(), .. ServerFrames.Settings((3, 1))],
            Pending,
            "SETTINGS ack, SETTINGS ack") { Greets = false },
        new("acknowledged settings", Frame(4, Ack, 0), Pending),
    ];

    private static IEnumerable<Conformance> Answers() =>
    [
        new("an answer", Answer(1), "200 hello ended / nothing"),
        new("two answers, the second first", [.. Answer(3), .. Answer(1, "a")], "200 a ended / 200 hello ended"),
        new(
            "two answers at a time",
            [.. Headers(1, "200"), .. Headers(3, "201"), .. Data(1, "a"), .. Data(3, "c", EndStream), .. Data(1, "b", EndStream)],
            "200 ab ended / 201 c ended"),
        new(
            "a length",
            [.. Headers(1, "200|content-length: 2|x: y"), .. Data(1, "a"), .. Data(1, "b", EndStream)],
            "200 content-length=2 x=y ab ended / nothing"),
        new("no body", Headers(1, "200", EndHeaders | EndStream), "200 ended / nothing"),
        new("an empty body", [.. Headers(1, "200"), .. Data(1, "", EndStream)], "200 ended / nothing"),
        new("an empty end", [.. Headers(1, "200"), .. Data(1, "a"), .. Data(1, ""), .. Data(1, "", EndStream)], "200 a ended / nothing"),
        new(
            "fields after the body",
            [.. Headers(1, "200"), .. Data(1, "a"), .. Headers(1, "grpc-status: 0|grpc-message: x", EndHeaders | EndStream)],
            "200 a +grpc-status=0 +grpc-message=x ended / nothing"),
        new("the status of gRPC without a body", Headers(1, "200|grpc-status: 5", EndHeaders | EndStream), "200 grpc-status=5 ended / nothing"),
        new("interim answers", [.. Headers(1, "100"), .. Headers(1, "103|link: x"), .. Answer(1)], "200 hello ended / nothing"),
        new(
            "a HEAD with a length",
            Headers(1, "200|content-length: 5", EndHeaders | EndStream),
            "200 content-length=5 ended / nothing") { Method = "HEAD" },
        new("304 with a length", Headers(1, "304|content-length: 5", EndHeaders | EndStream), "304 content-length=5 ended / nothing"),
        new("204", [.. Headers(1, "204"), .. Data(1, "", EndStream)], "204 ended / nothing"),
        new(
            "padding",
            [.. Frame(1, Padded | EndHeaders, 1, [2, .. Block("200"), 0, 0]), .. Frame(0, Padded | EndStream, 1, [3, (byte)'a', 0, 0, 0])],
            "200 a ended / nothing"),
        new("nothing but padding", [.. Headers(1, "200"), .. Frame(0, Padded, 1, 1, 0), .. Data(1, "a", EndStream)], "200 a ended / nothing"),
        new(
            "a priority in the headers",
            [.. Frame(1, Priority | EndHeaders, 1, [0, 0, 0, 3, 9, .. Block("200")]), .. Data(1, "", EndStream)],
            "200 ended / nothing"),
        new(
            "headers in three frames",
            [.. Headers(1, "200|a: b", EndStream), .. Continuation(1, "c: d"), .. Continuation(1, "e: f", EndHeaders)],
            "200 a=b c=d e=f ended / nothing"),
        new(
            "headers in frames of which two are empty",
            [.. Headers(1, "", EndStream), .. Continuation(1, ""), .. Continuation(1, "200", EndHeaders)],
            "200 ended / nothing"),
        new(
            "a field cut by the frames",
            [.. Frame(1, EndStream, 1, Block("200")[..3]), .. Frame(9, EndHeaders, 1, Block("200")[3..])],
            "200 ended / nothing"),
        new(
            "an answer before the whole request",
            [.. Headers(1, "413", EndHeaders | EndStream), .. Reset(1, 0)],
            "413 ended / nothing",
            "RST_STREAM 1 NO_ERROR") { Method = "POST", Body = 100_000 },
    ];

    private static IEnumerable<Conformance> Others() =>
    [
        new("a ping", Frame(6, None, 0, 1, 2, 3, 4, 5, 6, 7, 8), Pending, "PING ack 0102030405060708"),
        new("an answered ping", Frame(6, Ack, 0, 1, 2, 3, 4, 5, 6, 7, 8), Pending),
        new("unknown frames", [.. Frame(10, 255, 0, 1), .. Frame(250, 1, 77), .. Answer(1)], "200 hello ended / nothing"),
        new("priorities", [.. Frame(2, None, 1, 0, 0, 0, 0, 1), .. Frame(2, None, 9, 0, 0, 0, 0, 1), .. Answer(1)], "200 hello ended / nothing"),
        new("a window of a stream that has ended", [.. Answer(1), .. Window(1, 5), .. Reset(1, 0)], "200 hello ended / nothing"),
        new("unknown flags", [.. Headers(1, "200", EndHeaders | 0xD2), .. Data(1, "a", EndStream | 0xF6)], "200 a ended / nothing"),
    ];

    private static IEnumerable<Conformance> Endings() =>
    [
        new("a reset", Reset(1, 2), "Read: the server reset the stream: INTERNAL_ERROR / nothing"),
        new("a reset with an unknown code", Reset(1, 77), "Read: the server reset the stream: 77 / nothing"),
        new(
            "a reset within the body",
            [.. Headers(1, "200"), .. Data(1, "a"), .. Reset(1, 8)],
            "200 a Read: the server reset the stream: CANCEL / nothing"),
        new("a reset without an error", [.. Headers(1, "200"), .. Reset(1, 0)], "200 Read: the server reset the stream: NO_ERROR / nothing"),
        new("a refused stream", [.. Reset(1, 7), .. Answer(3)], "unsent / 200 hello ended"),
        new("a stream refused too late", [.. Headers(1, "200"), .. Reset(1, 7)], "200 Read: the server reset the stream: REFUSED_STREAM / nothing"),
        new("going away", [.. GoAway(1), .. Answer(1)], "200 hello ended / unsent"),
        new("going away twice", [.. GoAway(int.MaxValue), .. GoAway(1), .. Answer(1)], "200 hello ended / unsent"),
        new("going away before all", GoAway(0), "unsent / unsent"),
        new("going away before an answer that has begun", [.. Headers(1, "200"), .. GoAway(0), .. Data(1, "a", EndStream)], "200 a ended / unsent"),
        new(
            "going away with an error",
            GoAway(1, 11, "slow down"),
            "Read: the connection was closed before the response; the server had ended it with ENHANCE_YOUR_CALM: 'slow down' / unsent") { Closes = true },
        new(
            "closing",
            [],
            "Read: the connection was closed before the response / Read: the connection was closed before the response") { Closes = true },
        new("closing within a frame", Answer(1)[..^1], Closed("200 Read: the connection was closed within the response's body")) { Closes = true },
        new(
            "closing after an answer",
            Answer(1),
            "200 hello ended / ClosedWhileReusing: the connection was closed before the response") { Closes = true },
        new("closing within the request", [], "Write: the connection was closed before the response / Read: the connection was closed before the response")
        {
            Closes = true,
            Method = "POST",
            Body = 100_000,
        },
    ];

    private static IEnumerable<Conformance> BrokenAnswers() =>
    [
        Broken(
            "a body that is too long",
            [.. Headers(1, "200|content-length: 1"), .. Data(1, "ab", EndStream)],
            "200 content-length=1",
            "the body has at least 2 B, but content-length says 1"),
        Broken(
            "a body that is too short",
            [.. Headers(1, "200|content-length: 3"), .. Data(1, "ab", EndStream)],
            "200 content-length=3 ab",
            "the body has 2 B, but content-length says 3"),
        Broken(
            "no body, but a length",
            Headers(1, "200|content-length: 3", EndHeaders | EndStream),
            "200 content-length=3",
            "the body has 0 B, but content-length says 3"),
        Broken(
            "a body before its trailers that is too short",
            [.. Headers(1, "200|content-length: 3"), .. Headers(1, "x: y", EndHeaders | EndStream)],
            "200 content-length=3 +x=y",
            "the body has 0 B, but content-length says 3"),
        Broken("a length that is no number", Headers(1, "200|content-length: x"), "200", NoLength),
        Broken("a negative length", Headers(1, "200|content-length: -1"), "200", NoLength),
        Broken("two lengths", Headers(1, "200|content-length: 1|content-length: 2"), "200 content-length=1", NoLength),
        Broken("no status", Headers(1, "x: y"), "", "the response has no status"),
        Broken("no headers", Headers(1, ""), "", "the response has no status"),
        Broken("a status of two digits", Headers(1, "20"), "", NoStatus),
        Broken("a status of words", Headers(1, "abc"), "", NoStatus),
        Broken("a status of spaces", Headers(1, " 20"), "", NoStatus),
        Broken("switching protocols", Headers(1, "101"), "", NoStatus),
        Broken("two statuses", Headers(1, "200|201"), "200", Pseudo),
        Broken("a status after a field", Headers(1, "x: y|200"), "", "the response has no status"),
        Broken("a status in the trailers", [.. Headers(1, "200"), .. Headers(1, "200", EndHeaders | EndStream)], "200", Pseudo),
        Broken("a path", Frame(1, EndHeaders, 1, [.. Block("200"), 0x84]), "200", Pseudo),
        Broken("a name in upper case", Headers(1, "200|X: y"), "200", Name),
        Broken("a name with a space", Headers(1, "200|x y: z"), "200", Name),
        Broken("a line break", Headers(1, "200|x: a\nb: c"), "200", "the field 'x' has a line break, or is one that HTTP/2 forbids"),
        Broken(
            "a field of the connection",
            Headers(1, "200|connection: close"),
            "200",
            "the field 'connection' has a line break, or is one that HTTP/2 forbids"),
        Broken("a second head", [.. Headers(1, "200"), .. Headers(1, "x: y")], "200", "the response has a second head"),
        Broken("an interim end", Headers(1, "103", EndHeaders | EndStream), "", "the response ends with an interim one"),
        Broken("a body before the head", Data(1, "a"), "", "the response has a body before its head"),
        Broken("an end before the head", Data(1, "", EndStream), "", "the response has a body before its head"),
        Broken("204 with a body", [.. Headers(1, "204"), .. Data(1, "a", EndStream)], "204", NoBody),
        Broken("a HEAD with a body", [.. Headers(1, "200"), .. Data(1, "a", EndStream)], "200", NoBody) with { Method = "HEAD" },
        Broken("a window of nothing", Window(1, 0), "", WrongWindow),
        Broken("a window that is too large", Window(1, int.MaxValue), "", WrongWindow) with { Sent = "RST_STREAM 1 FLOW_CONTROL_ERROR" },
    ];

    private static IEnumerable<Conformance> BrokenFrames() =>
    [
        Fatal("an answer of HTTP/1.1", "HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray(), Http1) with { Greets = false },
        Fatal("data first", Data(1, "a"), NotGreeted) with { Greets = false },
        Fatal("a ping first", Frame(6, None, 0, new byte[8]), NotGreeted) with { Greets = false },
        Fatal("an acknowledgement first", Frame(4, Ack, 0), NotGreeted) with { Greets = false },
        new("going away first", GoAway(0, 13), $"Malformed: {Refused} / Malformed: {Refused}", "GOAWAY NO_ERROR") { Greets = false },
        Fatal("a frame that is too long", [0, 0x40, 1, 0, 0, 0, 0, 0, 1], "the server sent a DATA frame with a length of 16385", "FRAME_SIZE_ERROR"),
        Size("a reset of three bytes", Frame(3, None, 1, 0, 0, 0), "RST_STREAM", 3),
        Size("a priority of four bytes", Frame(2, None, 1, 0, 0, 0, 0), "PRIORITY", 4),
        Size("settings of five bytes", Frame(4, None, 0, new byte[5]), "SETTINGS", 5),
        Size("acknowledged settings with settings", Frame(4, Ack, 0, new byte[6]), "SETTINGS", 6),
        Size("a ping of seven bytes", Frame(6, None, 0, new byte[7]), "PING", 7),
        Size("going away in seven bytes", Frame(7, None, 0, new byte[7]), "GOAWAY", 7),
        Size("a window of three bytes", Frame(8, None, 0, new byte[3]), "WINDOW_UPDATE", 3),
        Fatal(
            "padding longer than its data",
            [.. Headers(1, "200"), .. Frame(0, Padded, 1, 2, 0)],
            "200",
            "the padding of a DATA frame is longer than the frame",
            "PROTOCOL_ERROR"),
        Fatal(
            "padding without a length",
            [.. Headers(1, "200"), .. Frame(0, Padded, 1)],
            "200",
            "the padding of a DATA frame is longer than the frame",
            "PROTOCOL_ERROR"),
        Fatal(
            "padding longer than its headers",
            Frame(1, Padded | EndHeaders, 1, [200, .. Block("200")]),
            "the padding of a HEADERS frame is longer than the frame"),
        Fatal(
            "a priority longer than its headers",
            Frame(1, Priority | EndHeaders, 1, 0, 0, 0),
            "the padding of a HEADERS frame is longer than the frame"),
        Fatal(
            "headers without a table",
            Frame(1, EndHeaders, 1, 0xFF),
            "the server sent headers that can't be decoded (HPACK): it refers to a field that isn't in the table",
            "COMPRESSION_ERROR"),
        Fatal("a continuation of nothing", Continuation(1, "200", EndHeaders), "the server sent a CONTINUATION frame without headers before it"),
        Fatal(
            "a continuation of another stream",
            [.. Headers(1, "200", None), .. Continuation(3, "x: y", EndHeaders)],
            "the server sent a CONTINUATION frame within the headers of a stream"),
        Fatal("data within headers", [.. Headers(1, "200", None), .. Data(1, "")], "the server sent a DATA frame within the headers of a stream"),
        Fatal(
            "headers within headers",
            [.. Headers(1, "200", None), .. Headers(1, "200")],
            "the server sent a HEADERS frame within the headers of a stream"),
        Fatal(
            "an unknown frame within headers",
            [.. Headers(1, "200", None), .. Frame(77, 0, 0)],
            "the server sent a 77 frame within the headers of a stream"),
        Fatal(
            "a pushed response",
            Frame(5, EndHeaders, 1, [.. Number(2), .. Block("200")]),
            "the server pushes a response, which it was told not to do"),
    ];

    private static IEnumerable<Conformance> WrongStreams() =>
    [
        Fatal("data without a stream", Data(0, "a"), "the server sent a DATA frame without a stream"),
        Fatal("headers without a stream", Headers(0, "200"), "the server sent a HEADERS frame without a stream"),
        Fatal("a reset without a stream", Reset(0, 0), "the server sent a RST_STREAM frame without a stream"),
        Fatal("settings on a stream", Frame(4, None, 1), "the server sent a SETTINGS frame on stream 1"),
        Fatal("a ping on a stream", Frame(6, None, 1, new byte[8]), "the server sent a PING frame on stream 1"),
        Fatal("going away on a stream", Frame(7, None, 1, new byte[8]), "the server sent a GOAWAY frame on stream 1"),
        Fatal("data of no request", Data(5, "a"), "the server sent a DATA frame on stream 5, which was never opened"),
        Fatal("headers of no request", Headers(5, "200"), "the server sent a HEADERS frame on stream 5, which was never opened"),
        Fatal("a stream of the server", Headers(2, "200"), "the server sent a HEADERS frame on stream 2, which was never opened"),
        Fatal("a reset of no request", Reset(5, 0), "the server sent a RST_STREAM frame on stream 5, which was never opened"),
        Fatal("a window of no request", Window(5, 1), "the server sent a WINDOW_UPDATE frame on stream 5, which was never opened"),
        Late("data after the end", Data(1, "a"), "DATA"),
        Late("headers after the end", Headers(1, "200"), "HEADERS"),
        new(
            "data after a reset",
            [.. Reset(3, 7), .. Data(3, "a")],
            "Malformed: the server sent a DATA frame on stream 3, which had ended (STREAM_CLOSED) / unsent",
            "GOAWAY STREAM_CLOSED"),
    ];

    private static IEnumerable<Conformance> WrongSettings() =>
    [
        Fatal("settings that push", ServerFrames.Settings((2, 1)), "the server's settings enable pushed responses, which only a client may do"),
        Fatal(
            "settings with a window that is too large",
            ServerFrames.Settings((4, 1U << 31)),
            "the server's settings have a window of 2147483648 B, which is above 2147483647 B",
            "FLOW_CONTROL_ERROR"),
        Fatal(
            "settings with small frames",
            ServerFrames.Settings((5, 16_383)),
            "the server's settings have a frame size of 16383 B, which is not from 16384 to 16777215 B"),
        Fatal(
            "settings with large frames",
            ServerFrames.Settings((5, 1 << 24)),
            "the server's settings have a frame size of 16777216 B, which is not from 16384 to 16777215 B"),
        Fatal("a window of nothing for all", Window(0, 0), "the server enlarges the window wrongly"),
        Fatal("a window that is too large for all", Window(0, int.MaxValue), "the server enlarges the window wrongly", "FLOW_CONTROL_ERROR"),
        Fatal(
            "settings that make a window too large",
            [.. Window(1, int.MaxValue - 65_535), .. ServerFrames.Settings((4, 65_536))],
            "the server's settings make a window too large",
            "FLOW_CONTROL_ERROR") with { Sent = "SETTINGS ack, GOAWAY FLOW_CONTROL_ERROR" },
    ];

    private static string Closed(string first) => $"{first} / Read: the connection was closed before the response";

    private static Conformance Broken(string name, byte[] server, string before, string error) =>
        new(name, server, $"{before} Malformed: {error} / nothing".TrimStart(), "RST_STREAM 1 PROTOCOL_ERROR");

    private static Conformance Fatal(string name, byte[] server, string error, string code = "PROTOCOL_ERROR") => Fatal(name, server, "", error, code);

    private static Conformance Fatal(string name, byte[] server, string before, string error, string code) =>
        new(name, server, $"{before} Malformed: {error} ({code}) / Malformed: {error} ({code})".TrimStart(), $"GOAWAY {code}");

    private static Conformance Size(string name, byte[] server, string frame, int length) =>
        Fatal(name, server, $"the server sent a {frame} frame with a length of {length}", "FRAME_SIZE_ERROR");

    private static Conformance Late(string name, byte[] server, string frame) => new(
        name,
        [.. Answer(1), .. server],
        $"200 hello ended / Malformed: the server sent a {frame} frame on stream 1, which had ended (STREAM_CLOSED)",
        "GOAWAY STREAM_CLOSED");
}
