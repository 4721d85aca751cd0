using ThroughputKit;
using ThroughputKit.Requests;
using ThroughputKit.Responses;
using ThroughputKit.Tests.Support;

namespace HotPath;

/// <summary>What is sent and what comes back, as a small app on Kestrel answers.</summary>
internal static class Load
{
    public static readonly Uri Address = new("http://127.0.0.1:5000");

    public static readonly LoadRequest Get = LoadRequest.Get("/hello");

    public static readonly ExpectedAnswer Success = new(StatusTable.Of(s => s is >= 200 and < 300));

    public static readonly EncodedRequest EncodedGet = RequestEncoder.Encode(Get, Address, Success);

    private const string Head = "HTTP/1.1 200 OK|Content-Type: application/json; charset=utf-8|Date: Thu, 01 Jan 2026 00:00:00 GMT|Server: Kestrel|";

    public static byte[] Json => Wire.Bytes(Head + "Content-Length: 27||{\"message\":\"Hello, World!\"}");

    public static byte[] ChunkedJson => Wire.Bytes(Head + "Transfer-Encoding: chunked||1b|{\"message\":\"Hello, World!\"}|0||");

    public static byte[] WithBody(int length) => [.. Wire.Bytes($"{Head}Content-Length: {length}||"), .. new byte[length]];
}
