using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks that the rate makes sense.</summary>
internal static class RateRules
{
    private const double MaxRate = 10_000_000;
    private const string Allowed = "above zero, at most 10,000,000";

    private static readonly TimeSpan _day = TimeSpan.FromHours(24);

    public static IEnumerable<Problem> Check(LoadRate? rate, LoadOptions options)
    {
        if (rate is null)
        {
            yield break;
        }

        double[] rates = [.. rate.Segments.SelectMany(s => new[] { s.From, s.To }), rate.Highest];
        if (Array.Find(rates, r => !(r is >= 0 and <= MaxRate)) is var wrong and not 0)
        {
            yield return new Problem($"The rate is {Readable.Limit(wrong, "#,0.##########")} RPS", Allowed, "A rate is in requests per second.");
        }
        else if (rate.Highest <= 0)
        {
            yield return new Problem("The rate is never above zero", Allowed, "Nothing would be sent.");
        }
        else if (rate.For(options.DurationOrDefault) is { Duration: var length } whole && length > TimeSpan.Zero && whole.CountWithin(length) == 0)
        {
            yield return new Problem(
                Invariant($"The highest rate is {Readable.Limit(rate.Highest, "#,0.##########")} RPS, for {length.TotalSeconds:0.#######} s"),
                "a rate that sends at least one request during the test",
                "Nothing would be sent. A rate is in requests per second.");
        }

        foreach (var segment in rate.Segments.Where(s => !(s.Seconds > 0 && s.Seconds <= _day.TotalSeconds)))
        {
            yield return new Problem(
                Invariant($"A segment of the rate lasts {segment.Seconds:0.#######} s"),
                "above zero, at most 24 hours",
                "For an immediate change, use StepTo.");
        }

        if (rate.Segments.Count > 1 && rate.Duration > _day && rate.Segments.All(s => s.Seconds <= _day.TotalSeconds))
        {
            yield return new Problem(
                Invariant($"The rate lasts {rate.Duration.TotalSeconds:0.#######} s"),
                "at most 24 hours",
                "The length of the test is the sum of its segments.");
        }

        if (rate.EndsWithStep)
        {
            yield return new Problem("The rate ends with a StepTo", "a Hold or a RampTo after the last StepTo", "The rate after the last step would last 0 s.");
        }

        if (options.Requests is { } requests)
        {
            yield return new Problem(
                Invariant($"Both Requests ({requests:N0}) and a rate are set"), "one of them",
                "A test at a set rate runs for a duration. Set Duration instead of Requests.");
        }

        if (rate.Segments.Count > 0 && options.Duration is { } duration)
        {
            yield return new Problem(
                Invariant($"Both Duration ({duration.TotalSeconds:0.#######} s) ")
                    + Invariant($"and a rate with its own length ({rate.Duration.TotalSeconds:0.#######} s) are set"),
                "one of them",
                "Leave Duration out: the test lasts as long as its rate. For another length, change the rate.");
        }
    }
}
