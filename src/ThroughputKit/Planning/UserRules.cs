using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks that a number of users that changes makes sense.</summary>
internal static class UserRules
{
    private static readonly TimeSpan _day = TimeSpan.FromHours(24);

    public static IEnumerable<Problem> Check(LoadPlan plan)
    {
        if (plan.Users is not { } users)
        {
            yield break;
        }

        int[] numbers = [.. users.Segments.SelectMany(s => new[] { s.From, s.To }), users.Highest];
        if (Array.Find(numbers, n => n is < 0 or > OptionRules.MaxConnections) is var wrong and not 0)
        {
            yield return new Problem(
                Invariant($"The number of users is {wrong:N0}"), Invariant($"0 to {OptionRules.MaxConnections:N0}"), "Did you mean a rate? Use AtRate.");
        }
        else if (users.Highest == 0)
        {
            yield return new Problem("There are never any users", "one user or more", "Nothing would be sent.");
        }

        if (users.Segments.Count == 0)
        {
            yield return new Problem("WithUsers has no length", "a RampTo or a Hold after From", "For a constant number of users, set o.Connections.");
        }

        foreach (var segment in users.Segments.Where(s => !(s.Seconds > 0 && s.Seconds <= _day.TotalSeconds)))
        {
            yield return new Problem(
                Invariant($"A stretch of WithUsers lasts {segment.Seconds:0.#######} s"), "above zero, at most 24 hours", "Is the unit right?");
        }

        if (users.Segments.All(s => s.Seconds > 0 && s.Seconds <= _day.TotalSeconds) && users.Duration > _day)
        {
            yield return new Problem(
                Invariant($"WithUsers lasts {users.Duration.TotalHours:0.##} h in all"), "at most 24 hours", "Is the unit right?");
        }

        string[] others =
        [
            .. plan.Rate is null ? [] : new[] { "AtRate" },
            .. plan.Options.HasConnections ? new[] { "o.Connections" } : [],
            .. plan.Options.Duration is null ? [] : new[] { "o.Duration" },
            .. plan.Options.Requests is null ? [] : new[] { "o.Requests" },
        ];
        if (others.Length > 0)
        {
            yield return new Problem(
                $"WithUsers is set, and so is {string.Join(", ", others)}", "WithUsers alone",
                "It says how many users there are, and for how long. Leave the rest out.");
        }
    }
}
