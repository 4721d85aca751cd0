using ThroughputKit.Requests;

namespace ThroughputKit.Tests.Requests;

public class RequestOrderTests
{
    [Fact]
    public void Every_round_has_each_request_once() =>
        Assert.Equal([0, 1, 2, 0, 1, 2, 0], Enumerable.Range(0, 7).Select(n => new RequestOrder(3).IndexOf(n)));

    [Theory]
    [InlineData(0.5, 3)]
    [InlineData(3, 3)]
    [InlineData(3.1, 6)]
    public void Whole_rounds_send_all_requests_equally_often(double requests, long expected) =>
        Assert.Equal(expected, new RequestOrder(3).InWholeRounds(requests));
}
