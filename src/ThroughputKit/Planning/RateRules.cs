using System.Globalization;

namespace ThroughputKit.Planning;

/// <summary>Which rates make sense.</summary>
internal static class RateRules
{
    private const double Most = 10_000_000;

    private static readonly TimeSpan _day = TimeSpan.FromHours(24);

    public static IEnumerable<Problem> Check(LoadRate? rate, LoadOptions options)
    {
        if (rate is null)
        {
            yield break;
        }

        var isProfile = rate.Segments.Count > 0;
        double[] rates = [.. rate.Segments.SelectMany(s => new[] { s.From, s.To }), rate.Highest];
        if (Array.Find(rates, r => !(r is >= 0 and <= Most)) is var wrong and not 0)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"The rate is {wrong:#,0.####} requests a second"), "above zero, at most 10,000,000", "A rate is in requests a second.");
        }
        else if (rate.Highest <= 0)
        {
            yield return new Problem("The rate is never above zero", "above zero, at most 10,000,000", "Nothing would be sent.");
        }

        foreach (var segment in rate.Segments.Where(s => !(s.Seconds > 0 && s.Seconds <= _day.TotalSeconds)))
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"A stretch of the rate lasts {segment.Seconds:0.#######} s"), "above zero, at most 24 hours", "For a change at once, use StepTo.");
        }

        if (options.Requests is { } requests)
        {
            yield return new Problem(
                string.Create(CultureInfo.InvariantCulture, $"Both Requests ({requests:N0}) and a rate are set"), "one of them", "A rate sends for a time: set Duration.");
        }

        if (isProfile && options.IsDurationSet)
        {
            yield return new Problem(
                "Both Duration and a rate with a length of its own are set", "one of them", "Leave Duration out: the test lasts as long as its rate.");
        }
    }
}
