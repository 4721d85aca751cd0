using ThroughputKit.Measurement;

namespace ThroughputKit.Tests.Measurement;

public class EvidenceTests
{
    [Fact]
    public void Keeps_the_first_of_each_kind_in_order_of_time()
    {
        var evidence = new Evidence();
        foreach (var second in Enumerable.Range(1, 5))
        {
            evidence.Add(Example(FailureKind.Timeout, second));
            evidence.Add(Example(FailureKind.Connect, second));
        }

        Assert.Equal(
            [(FailureKind.Connect, 1), (FailureKind.Connect, 2), (FailureKind.Connect, 3), (FailureKind.Timeout, 1), (FailureKind.Timeout, 2), (FailureKind.Timeout, 3)],
            evidence.Examples().Select(e => (e.Kind, (int)e.At.TotalSeconds)));
        Assert.False(evidence.Wants(FailureKind.Timeout));
        Assert.True(evidence.Wants(FailureKind.Read));
    }

    [Fact]
    public void Wants_responses_until_it_has_both_kinds_that_show_one()
    {
        var evidence = new Evidence();
        foreach (var kind in new[] { FailureKind.UnexpectedStatus, FailureKind.Malformed })
        {
            Assert.True(evidence.WantsResponses);
            for (var i = 0; i < Evidence.MostOfAKind; i++)
            {
                evidence.Add(Example(kind, i));
            }
        }

        Assert.False(evidence.WantsResponses);
    }

    private static FailureExample Example(FailureKind kind, int second) =>
        new() { Kind = kind, Request = "GET /", At = TimeSpan.FromSeconds(second), Detail = "" };
}
