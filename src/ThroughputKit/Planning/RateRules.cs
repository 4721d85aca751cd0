using ThroughputKit.Pacing;
using ThroughputKit.Traffic;
using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks that the rate makes sense.</summary>
internal static class RateRules
{
    private const double MaxRate = 10_000_000;
    private const string Allowed = "above zero, at most 10,000,000";

    private static readonly TimeSpan _day = TimeSpan.FromHours(24);

    public static IEnumerable<Problem> Check(LoadPlan plan) => plan is not { Rate: { } rate, Options: var options, Kind: var kind } ? []
        : [
            .. CheckRates(rate, options, kind.HasPasses ? kind.PlannedUnit : LoadKind.Mix.PlannedUnit),
            .. CheckLengths("the rate", rate.Segments, rate.Duration, "For an immediate change, use StepTo."),
            .. Problem.If(
                rate.EndsWithStep,
                "The rate ends with a StepTo", "a Hold or a RampTo after the last StepTo", "The rate after the last step would last 0 s."),
            .. Problem.If(
                options.Requests is not null,
                Invariant($"Both Requests ({options.Requests:N0}) and a rate are set"), "one of them",
                plan.TakesRowsOnce ? "The run ends with the last row. Leave Requests out, and give as many rows as are to be sent."
                    : "A test at a set rate runs for a duration. Set Duration instead of Requests."),
            .. Problem.If(
                rate.Segments.Count > 0 && options.Duration is not null,
                Invariant($"Both Duration ({options.Duration?.TotalSeconds:0.#######} s) ")
                    + Invariant($"and a rate with its own length ({rate.Duration.TotalSeconds:0.#######} s) are set"),
                "one of them",
                "Leave Duration out: the test lasts as long as its rate. For another length, change the rate."),
        ];

    /// <summary>Checks how long something lasts that changes over time.</summary>
    /// <param name="what">What changes, within a sentence.</param>
    /// <param name="segments">Its segments.</param>
    /// <param name="whole">The length of all segments.</param>
    /// <param name="remedy">The remedy for a segment of an invalid length.</param>
    public static IEnumerable<Problem> CheckLengths(string what, IReadOnlyList<RampSegment> segments, TimeSpan whole, string remedy)
    {
        var wrong = segments.Where(s => !(s.Seconds > 0 && s.Seconds <= _day.TotalSeconds)).ToArray();
        return
        [
            .. wrong.Select(s => new Problem(
                Invariant($"A segment of {what} lasts {s.Seconds:0.#######} s"), "above zero, at most 24 hours", remedy)),
            .. Problem.If(
                wrong.Length == 0 && whole > _day,
                Invariant($"All segments of {what} together last {whole.TotalSeconds:0.#######} s"),
                "at most 24 hours",
                "The length of the test is their sum."),
        ];
    }

    private static IEnumerable<Problem> CheckRates(LoadRate rate, LoadOptions options, string what)
    {
        var (unit, cause) = (what == LoadKind.Mix.PlannedUnit ? "RPS" : $"{what} per second", $"A rate is in {what} per second.");
        double[] rates = [.. rate.Segments.SelectMany(s => new[] { s.From, s.To }), rate.Highest];
        if (Array.Find(rates, r => !(r is >= 0 and <= MaxRate)) is var wrong and not 0)
        {
            yield return new Problem($"The rate is {Readable.Limit(wrong, "#,0.##########")} {unit}", Allowed, cause);
        }
        else if (rate.Highest <= 0)
        {
            yield return new Problem("The rate is never above zero", Allowed, "Nothing would be sent.");
        }
        else if (rate.For(options.DurationOrDefault) is { Duration: var length } whole && length > TimeSpan.Zero && whole.CountWithin(length) == 0)
        {
            yield return new Problem(
                Invariant($"The highest rate is {Readable.Limit(rate.Highest, "#,0.##########")} {unit}, for {length.TotalSeconds:0.#######} s"),
                "a rate that sends at least one request during the test",
                $"Nothing would be sent. {cause}");
        }
    }
}
