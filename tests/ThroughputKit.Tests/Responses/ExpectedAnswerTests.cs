using ThroughputKit.Responses;
using ThroughputKit.Responses.Checks;

namespace ThroughputKit.Tests.Responses;

public class ExpectedAnswerTests
{
    private const int Responses = 10_000;

    [Theory]
    [InlineData(1)]
    [InlineData(0.5)]
    [InlineData(0.1)]
    [InlineData(0.001)]
    public void Checks_a_share_of_the_responses_of_each_connection(double share)
    {
        var isChecked = Turns(share);

        Assert.True(isChecked[0]);
        Assert.Equal(share * Responses, isChecked.Count(c => c), tolerance: 2);
        Assert.Equal(isChecked, Turns(share));
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(10)]
    public void Checks_the_same_share_of_each_request_of_a_connection(int requests)
    {
        var isChecked = Turns(share: 0.1);

        for (var first = 0; first < requests; first++)
        {
            var count = Enumerable.Range(0, Responses / requests).Count(i => isChecked[(i * requests) + first]);
            Assert.Equal(0.1 * Responses / requests, count, tolerance: 5);
        }
    }

    [Fact]
    public void Names_the_first_check_that_fails()
    {
        var answer = new ExpectedAnswer([], [new BodyLengthCheck(5), new BodyContentCheck("x"), new BodyContentCheck("y")]);

        Assert.Equal(
            "the body was expected to contain 'x', but it is 'hello'",
            answer.Fault(new CheckedResponse { Body = "hello"u8, BodyLength = 5 }, explains: true));
    }

    [Fact]
    public void A_body_that_was_not_kept_whole_fails_what_reads_it()
    {
        var response = new CheckedResponse { BodyLength = 20_000_000, IsCut = true };

        Assert.Null(new ExpectedAnswer([], [new BodyLengthCheck(20_000_000)]).Fault(response, explains: true));
        Assert.Equal(
            "the body was expected to contain 'x', but the body has 20,000,000 B, and checks read at most 16,777,216 B (16 MiB): check its length instead",
            new ExpectedAnswer([], [new BodyContentCheck("x")]).Fault(response, explains: true));
    }

    private static bool[] Turns(double share)
    {
        var answer = new ExpectedAnswer([], [new BodyLengthCheck(0)], share);
        var turn = 0UL;
        return [.. Enumerable.Range(0, Responses).Select(_ => answer.TakesTurn(ref turn))];
    }
}
