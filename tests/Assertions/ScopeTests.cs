#if AwesomeAssertions
using AwesomeAssertions;
#else
using FluentAssertions;
#endif
using ThroughputKit.Tests.Assertions.Support;

namespace ThroughputKit.Tests.Assertions;

/// <summary>Several assertions in an <see cref="AssertionScope"/>.</summary>
public class ScopeTests
{
    private readonly LoadResult _first = Latencies.ToHundred();
    private readonly LoadResult _second = Latencies.ToHundred() with { Rps = 10 };

    [Fact]
    public void All_failures_are_reported_together_with_the_run_once()
    {
        var result = _first;
        var isKnown = true;

        var message = Failing.Message(() =>
        {
            using var scope = new AssertionScope();
            result.Should().HaveRpsOfAtLeast(30_000).And.HaveNoFailures().And.HaveMaxLatencyOfAtMost(10, "it is a page");
            isKnown.Should().BeFalse();
        });

        Assert.Equal(
            $"""
            Expected result to have at least 30,000 RPS, but found 20,000 RPS; minimum 30,000 (33.3% under). This would have passed with a minimum of 18,000.
            Expected result to have at most 10.00 ms max latency because it is a page, but found 100.00 ms max latency; limit 10.00 (900.0% over). This would have passed with a limit of 110.00.
            Expected isKnown to be false, but found True.

            With result:
            {result}
            """.ReplaceLineEndings("\n"),
            message,
            ignoreCase: true); // FluentAssertions 6 writes true and false differently
    }

    [Fact]
    public void Each_run_is_shown()
    {
        var message = Failing.Message(() =>
        {
            using var scope = new AssertionScope();
            _first.Should().HaveRpsOfAtLeast(30_000).And.HaveMaxLatencyOfAtMost(1);
            _second.Should().HaveRpsOfAtLeast(30_000).And.HaveMaxLatencyOfAtMost(1);
        });

        Assert.EndsWith($"\n\nWith result:\n{_first}\nWith result 2:\n{_second}".ReplaceLineEndings("\n"), message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_scope_without_a_failure_ends_quietly()
    {
        using var scope = new AssertionScope();

        _first.Should().HaveNoFailures();

        Assert.False(scope.HasFailures());
    }

    [Fact]
    public void Discarded_failures_are_not_reported()
    {
        using var scope = new AssertionScope("the page");
        _first.Should().HaveRpsOfAtLeast(30_000);

        // AwesomeAssertions adds the name of the variable.
        Assert.Matches("^Expected the page(/_first)? to have at least 30,000 RPS", Assert.Single(scope.Discard()));
    }
}
