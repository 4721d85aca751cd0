namespace ThroughputKit.Searching;

/// <summary>Searches for the highest rate that holds a limit, whatever makes the load.</summary>
internal static class MaxRateSearch
{
    /// <param name="load">Makes the load at a rate; without a set rate if the rate is <see langword="null"/>.</param>
    /// <param name="maxP99">The limit.</param>
    /// <exception cref="LoadTestException">A step could not be run, or the app stopped. The message has the results until then.</exception>
    public static async Task<MaxRateResult> RunAsync(Func<double?, Task<LoadResult>> load, TimeSpan maxP99)
    {
        var unpaced = await load(null).ConfigureAwait(false);
        List<MaxRateStep> steps = [];
        BrokenSearch.ThrowIfAppStopped(unpaced, steps);

        var search = new RateSearch(unpaced.Rps);
        while (search.Next is { } rate)
        {
            var result = await StepAsync(rate).ConfigureAwait(false);
            steps.Add(new MaxRateStep(rate, result, StepJudge.WhyNot(result, maxP99.TotalMilliseconds)));
            BrokenSearch.ThrowIfAppStopped(unpaced, steps);
            search.Record(steps[^1].Held);
        }

        return new MaxRateResult(search.Rate, search.Reason, maxP99, unpaced, steps);

        async Task<LoadResult> StepAsync(double rate)
        {
            try
            {
                return await load(rate).ConfigureAwait(false);
            }
            catch (LoadTestException e)
            {
                throw BrokenSearch.CannotGoOn(e, rate, unpaced, steps);
            }
        }
    }
}
