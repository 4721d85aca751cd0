using System.Net.WebSockets;
using ThroughputKit.Engines.Client;

namespace ThroughputKit.Tests.Engines.Client;

public class StepFailureTests
{
    public static TheoryData<WebSocketException, FailureKind> OfWebSockets => new()
    {
        { new(WebSocketError.Faulted, new HttpRequestException(HttpRequestError.ConnectionError)), FailureKind.Connect },
        { new(WebSocketError.ConnectionClosedPrematurely), FailureKind.Read },
        { new(WebSocketError.InvalidState), FailureKind.Read },
        { new(WebSocketError.HeaderError), FailureKind.Malformed },
    };

    [Theory]
    [MemberData(nameof(OfWebSockets))]
    public void A_web_socket_fails_by_its_kind(WebSocketException error, FailureKind expected) => Assert.Equal(expected, StepFailure.KindOf(error));
}
