using static ThroughputKit.Tests.Responses.FramingAnswer;

namespace ThroughputKit.Tests.Responses;

/// <summary>Every way a response may end, and every way it may be wrong.</summary>
internal static class FramingCases
{
    private const string Cut = "the connection was closed within the response's ";

    public static IReadOnlyList<FramingCase> All { get; } =
    [
        // Content-Length
        new("a body of known length", "HTTP/1.1 200 OK|Content-Length: 5||hello", Complete),
        new("an empty body", "HTTP/1.1 200 OK|Content-Length: 0||", Complete),
        new("a length in lower case without a space", "HTTP/1.1 200 OK|content-length:5||hello", Complete),
        new("a length amid spaces and tabs", "HTTP/1.1 200 OK|Content-Length: \t 5 \t||hello", Complete),
        new("the same length twice", "HTTP/1.1 200 OK|Content-Length: 5|Content-Length: 5||hello", Complete),
        new("the same length as a list", "HTTP/1.1 200 OK|Content-Length: 5, 5||hello", Complete),
        new("a length with leading zeros", "HTTP/1.1 200 OK|Content-Length: 0005||hello", Complete),
        new("a body that looks like a response", "HTTP/1.1 200 OK|Content-Length: 21||HTTP/1.1 500 Oops||", Complete),
        new("headers of other names that begin alike", "HTTP/1.1 200 OK|Content-Type: a|Transfer-Mode: b|Connect: close|Content-Length: 2||ok", Complete),
        new("two lengths that differ", "HTTP/1.1 200 OK|Content-Length: 5|Content-Length: 6||hello!", Malformed, Error: "two values of Content-Length differ"),
        new("a list of lengths that differ", "HTTP/1.1 200 OK|Content-Length: 5, 6||hello!", Malformed, Error: "two values of Content-Length differ"),
        new("a negative length", "HTTP/1.1 200 OK|Content-Length: -1||", Malformed, Error: "Content-Length is not a number"),
        new("a signed length", "HTTP/1.1 200 OK|Content-Length: +5||hello", Malformed, Error: "Content-Length is not a number"),
        new("a length in hexadecimal", "HTTP/1.1 200 OK|Content-Length: 0x5||hello", Malformed, Error: "Content-Length is not a number"),
        new("an empty length", "HTTP/1.1 200 OK|Content-Length:||", Malformed, Error: "Content-Length is not a number"),
        new("a length beyond 63 bits", "HTTP/1.1 200 OK|Content-Length: 99999999999999999999||", Malformed, Error: "Content-Length is not a number"),
        new("a body cut short", "HTTP/1.1 200 OK|Content-Length: 10||hello", CutShort, Error: Cut + "body", Closes: true),

        // chunked
        new("one chunk", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|0||", Complete),
        new("many chunks", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|a|2|bc|3|def|0||", Complete),
        new("no chunk but the last", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||0||", Complete),
        new("a chunk size in either case with leading zeros", "HTTP/1.1 200 OK|Transfer-Encoding: Chunked||00a|0123456789|A|0123456789|000||", Complete),
        new("chunk extensions", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5;name=value;q=\"a;b\"|hello|0;last||", Complete),
        new("a space before a chunk extension", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5 ; x|hello|0||", Complete),
        new("trailers", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|0|Digest: abc|Content-Length: 7||", Complete),
        new("a chunk that holds line ends", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||8|a|||b|0||", Complete),
        new("another coding before chunked", "HTTP/1.1 200 OK|Transfer-Encoding: gzip, chunked||5|hello|0||", Complete),
        new("chunked over two fields", "HTTP/1.1 200 OK|Transfer-Encoding: gzip|Transfer-Encoding: chunked||5|hello|0||", Complete),
        new("a chunk size that is no number", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||xyz|hello|0||", Malformed, Error: "a chunk's size is not a hexadecimal number"),
        new("an empty chunk size", "HTTP/1.1 200 OK|Transfer-Encoding: chunked|||hello|0||", Malformed, Error: "a chunk's size is not a hexadecimal number"),
        new("a negative chunk size", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||-5|hello|0||", Malformed, Error: "a chunk's size is not a hexadecimal number"),
        new("a chunk size beyond 60 bits", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1000000000000000|hello|0||", Malformed, Error: "a chunk's size is not a hexadecimal number"),
        new("a chunk longer than its size", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||4|hello|0||", Malformed, Error: "a chunk is longer than its size says"),
        new("chunked twice", "HTTP/1.1 200 OK|Transfer-Encoding: chunked, chunked||5|hello|0||", Malformed, Error: "Transfer-Encoding names chunked twice"),
        new("both framings", "HTTP/1.1 200 OK|Content-Length: 5|Transfer-Encoding: chunked||5|hello|0||", Malformed, Error: "both Content-Length and Transfer-Encoding are set"),
        new("chunks cut within a size", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|1", CutShort, Error: Cut + "body", Closes: true),
        new("chunks cut within the data", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hel", CutShort, Error: Cut + "body", Closes: true),
        new("chunks cut before the last", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|", CutShort, Error: Cut + "body", Closes: true),
        new("chunks cut within the trailers", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||0|Digest: abc|", CutShort, Error: Cut + "body", Closes: true),

        // no body
        new("204 with no length", "HTTP/1.1 204 No Content||", Complete, Status: 204),
        new("204 with a length that must be ignored", "HTTP/1.1 204 No Content|Content-Length: 5||", Complete, Status: 204),
        new("304 with the length of what it doesn't send", "HTTP/1.1 304 Not Modified|Content-Length: 5||", Complete, Status: 304),
        new("an answer to HEAD with a length", "HTTP/1.1 200 OK|Content-Length: 5||", Complete, IsHead: true),
        new("an answer to HEAD that is chunked", "HTTP/1.1 200 OK|Transfer-Encoding: chunked||", Complete, IsHead: true),

        // interim responses
        new("100 before the answer", "HTTP/1.1 100 Continue||HTTP/1.1 200 OK|Content-Length: 2||ok", Complete),
        new("103 with headers before the answer", "HTTP/1.1 103 Early Hints|Link: </a>|Content-Length: 99||HTTP/1.1 200 OK|Content-Length: 2||ok", Complete),
        new("three interim responses", "HTTP/1.1 100 Continue||HTTP/1.1 102 Processing||HTTP/1.1 103 Early Hints||HTTP/1.1 201 Created|Content-Length: 0||", Complete, Status: 201),
        new("an interim response and nothing more", "HTTP/1.1 100 Continue||", CutShort, Error: Cut + "head", Closes: true),
        new("101 that nobody asked for", "HTTP/1.1 101 Switching Protocols|Upgrade: x||", Complete, Status: 101, KeepsAlive: false),

        // the connection's life
        new("a body until the close", "HTTP/1.1 200 OK||hello", Complete, KeepsAlive: false, Closes: true),
        new("an empty body until the close", "HTTP/1.1 200 OK||", Complete, KeepsAlive: false, Closes: true),
        new("a coding other than chunked lasts until the close", "HTTP/1.1 200 OK|Transfer-Encoding: gzip||hello", Complete, KeepsAlive: false, Closes: true),
        new("chunked not last lasts until the close", "HTTP/1.1 200 OK|Transfer-Encoding: chunked, gzip||hello", Complete, KeepsAlive: false, Closes: true),
        new("Connection: close", "HTTP/1.1 200 OK|Connection: close|Content-Length: 5||hello", Complete, KeepsAlive: false, Closes: true),
        new("close among other options", "HTTP/1.1 200 OK|Connection: upgrade, Close|Content-Length: 5||hello", Complete, KeepsAlive: false, Closes: true),
        new("HTTP/1.0 closes", "HTTP/1.0 200 OK|Content-Length: 5||hello", Complete, KeepsAlive: false, Closes: true),
        new("HTTP/1.0 that keeps the connection", "HTTP/1.0 200 OK|Connection: Keep-Alive|Content-Length: 5||hello", Complete),
        new("HTTP/1.0 until the close", "HTTP/1.0 200 OK||hello", Complete, KeepsAlive: false, Closes: true),
        new("HTTP/1.0 with chunks can't be trusted further", "HTTP/1.0 200 OK|Connection: keep-alive|Transfer-Encoding: chunked||5|hello|0||", Complete, KeepsAlive: false, Closes: true),

        // the head
        new("no reason phrase", "HTTP/1.1 200|Content-Length: 2||ok", Complete),
        new("an empty reason phrase", "HTTP/1.1 200 |Content-Length: 2||ok", Complete),
        new("lines that end in LF alone", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", Complete),
        new("a header folded over two lines", "HTTP/1.1 200 OK|X-Long: a| b|Content-Length: 2||ok", Complete),
        new("a status that only the client knows", "HTTP/1.1 799 Odd|Content-Length: 0||", Complete, Status: 799),
        new("a folded length", "HTTP/1.1 200 OK|Content-Length: 2| 5||ok", Malformed, Error: "a framing header is folded over two lines"),
        new("a header without a colon", "HTTP/1.1 200 OK|Nonsense||", Malformed, Error: "a header line has no name and colon"),
        new("a header without a name", "HTTP/1.1 200 OK|: x||", Malformed, Error: "a header line has no name and colon"),
        new("a space before the colon", "HTTP/1.1 200 OK|Content-Length : 2||ok", Malformed, Error: "there is a space between a header's name and its colon"),
        new("another protocol", "SSH-2.0-OpenSSH_9.2|", Malformed, Error: "the first bytes are not HTTP/1.x"),
        new("a record of TLS", "\u0015\u0003\u0001\u0000\u0002\u0002\u0016", Malformed, Error: "the first bytes are not HTTP/1.x"),
        new("HTTP/2", "HTTP/2 200||", Malformed, Error: "the first bytes are not HTTP/1.x"),
        new("a status of two digits", "HTTP/1.1 99 Short||", Malformed, Error: "the status line is not of the form 'HTTP/1.1 200 OK'"),
        new("a status of four digits", "HTTP/1.1 2000 Long||", Malformed, Error: "the status line is not of the form 'HTTP/1.1 200 OK'"),
        new("a status that is no number", "HTTP/1.1 2x0 OK||", Malformed, Error: "the status line is not of the form 'HTTP/1.1 200 OK'"),
        new("an empty line before the status line", "|HTTP/1.1 200 OK|Content-Length: 0||", Malformed, Error: "the first bytes are not HTTP/1.x"),
        new("nothing", "", CutShort, Error: "the connection was closed before the response", Closes: true),
        new("a status line cut short", "HTTP/1.1 20", CutShort, Error: Cut + "head", Closes: true),
        new("headers cut short", "HTTP/1.1 200 OK|Content-Le", CutShort, Error: Cut + "head", Closes: true),
    ];
}
