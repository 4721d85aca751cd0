using ThroughputKit.Recording;

namespace ThroughputKit.Tests.Recording;

public class EvidenceTests
{
    [Fact]
    public void Keeps_the_first_of_each_kind_in_order_of_time()
    {
        var evidence = new Evidence(requests: 1);
        foreach (var second in Enumerable.Range(1, 5))
        {
            evidence.Add(Example(FailureKind.Timeout, second), request: 0);
            evidence.Add(Example(FailureKind.Connect, second), request: 0);
        }

        Assert.Equal(
            [(FailureKind.Connect, 1), (FailureKind.Connect, 2), (FailureKind.Connect, 3), (FailureKind.Timeout, 1), (FailureKind.Timeout, 2), (FailureKind.Timeout, 3)],
            evidence.Examples().Select(e => (e.Kind, (int)e.At.TotalSeconds)));
        Assert.False(evidence.Wants(FailureKind.Timeout, request: 0));
        Assert.True(evidence.Wants(FailureKind.Read, request: 0));
    }

    [Fact]
    public void A_request_that_fails_often_leaves_room_for_the_others()
    {
        var evidence = new Evidence(requests: 2);
        foreach (var second in Enumerable.Range(1, 5))
        {
            evidence.Add(Example(FailureKind.UnexpectedStatus, second), request: 0);
        }

        Assert.True(evidence.Wants(FailureKind.UnexpectedStatus, request: 1));
        evidence.Add(Example(FailureKind.UnexpectedStatus, 9), request: 1);
        Assert.Equal([1, 2, 3, 9], evidence.Examples().Select(e => (int)e.At.TotalSeconds));
    }

    [Fact]
    public void Examples_of_the_first_failing_requests_are_enough()
    {
        var evidence = new Evidence(requests: 1_000);
        for (var i = 0; i < 1_000; i++)
        {
            evidence.Add(Example(FailureKind.Read, i), request: i);
        }

        Assert.InRange(evidence.Examples().Count, 10, 100);
        Assert.False(evidence.Wants(FailureKind.Timeout, request: 1));
    }

    [Fact]
    public void Wants_responses_until_it_has_all_kinds_of_failure_that_have_one()
    {
        var evidence = new Evidence(requests: 1);
        foreach (var kind in new[] { FailureKind.FailedCheck, FailureKind.UnexpectedStatus, FailureKind.Malformed })
        {
            Assert.True(evidence.WantsResponse(request: 0, isChecked: false));
            for (var i = 0; i < Evidence.MaxOfAKind; i++)
            {
                evidence.Add(Example(kind, i), request: 0);
            }
        }

        Assert.False(evidence.WantsResponse(request: 0, isChecked: true));
    }

    [Fact]
    public void Wants_responses_that_may_fail_a_check_only_of_checked_requests()
    {
        var evidence = new Evidence(requests: 1);
        for (var i = 0; i < Evidence.MaxOfAKind; i++)
        {
            evidence.Add(Example(FailureKind.UnexpectedStatus, i), request: 0);
            evidence.Add(Example(FailureKind.Malformed, i), request: 0);
        }

        Assert.True(evidence.WantsResponse(request: 0, isChecked: true));
        Assert.False(evidence.WantsResponse(request: 0, isChecked: false));
    }

    private static FailureExample Example(FailureKind kind, int second) =>
        new() { Kind = kind, Request = "GET /", At = TimeSpan.FromSeconds(second), Detail = "" };
}
