using ThroughputKit.Pacing;
using ThroughputKit.Traffic;

namespace ThroughputKit.Tests.Traffic;

/// <summary>Why a request is sent late: no connection was free, or the generator was late.</summary>
public class PlannedRequestsTests
{
    [Theory]
    [InlineData(null, false)]
    [InlineData(-5_000_000L, true)] // all were in use before it was due
    [InlineData(0L, true)]
    [InlineData(900_000L, true)] // the generator was slightly later than the due time, but still in time
    [InlineData(1_000_000L, true)]
    [InlineData(1_000_001L, false)] // it was late by then
    public void Has_waited_for_a_connection_if_none_was_free_while_still_in_time(long? busySince, bool expected)
    {
        var plan = new PlannedRequests(new Pacer(LoadRate.From(100).Hold(TimeSpan.FromSeconds(1)).Segments), start: 10_000_000);
        plan.Advance();

        Assert.Equal(expected, PlannedRequests.WaitsForConnection(plan.Due, busySince is { } ns ? 10_000_000 + Clock.FromNanoseconds(ns) : null));
    }
}
