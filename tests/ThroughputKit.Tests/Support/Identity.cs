namespace ThroughputKit.Tests.Support;

/// <summary>Checks what must be true of every result, whatever happened.</summary>
internal static class Identity
{
    public static LoadResult Check(LoadResult result)
    {
        CheckCounts(result);
        if (!result.WasCancelled)
        {
            CheckBatches(result);
        }

        return result;
    }

    /// <summary>Checks all but the batches, which a window that ends early may lack.</summary>
    public static LoadResult CheckCounts(LoadResult result)
    {
        var failures = result.Failures;
        Assert.Equal(result.Sent, result.Succeeded + result.Failed + result.InFlightAtEnd);
        Assert.Equal(
            result.Failed,
            failures.Connect + failures.Write + failures.Read + failures.ClosedWhileReusing + failures.Timeouts
            + failures.Malformed + failures.UnexpectedStatus + failures.FailedCheck);
        Assert.Equal(result.Sent, result.Endpoints.Sum(e => e.Sent));
        Assert.All(result.Endpoints, e => Assert.Equal(e.Sent, e.Succeeded + e.Failed + e.InFlightAtEnd));
        Assert.Equal(result.Succeeded, result.Intervals.Sum(i => i.Succeeded));
        if (!result.WasCancelled)
        {
            Assert.Equal(result.Latency.Count, result.Succeeded + result.InFlightAtEnd);
            Assert.Equal(result.Latency.Unanswered, failures.Timeouts + (result.Pacing?.Unsent ?? 0));
            Assert.Equal(result.Latency.Unanswered, result.Endpoints.Sum(e => e.Latency.Unanswered));
        }

        return result;
    }

    // Windows of a few milliseconds have none.
    private static void CheckBatches(LoadResult result)
    {
        if (result.Batches.Count == 0)
        {
            Assert.InRange(result.Duration.TotalMilliseconds, 0, 30);
            return;
        }

        Assert.Equal(result.Succeeded, result.Batches.Sum(b => b.Succeeded));
        Assert.Equal(result.Latency.Count + result.Latency.Unanswered, result.Batches.Sum(b => b.Latencies));
        if (result.RequestsPlanned is null)
        {
            Assert.Equal(result.Duration.TotalSeconds, result.Batches.Sum(b => b.Length.TotalSeconds), tolerance: 1e-4);
        }
    }
}
