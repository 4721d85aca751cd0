using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks that a number of users that changes makes sense.</summary>
internal static class UserRules
{
    public static IEnumerable<Problem> Check(LoadPlan plan)
    {
        if (plan.Users is not { } users)
        {
            return [];
        }

        var wrong = users.Segments.SelectMany(s => new[] { s.From, s.To }).Append(users.Highest).FirstOrDefault(n => n is < 0 or > OptionRules.MaxConnections);
        string[] others =
        [
            .. plan.Rate is null ? [] : new[] { "AtRate" },
            .. plan.Options.HasConnections ? new[] { "o.Connections" } : [],
            .. plan.Options.StreamsPerConnection == 1 ? [] : new[] { "o.StreamsPerConnection" },
            .. plan.Options.Duration is null ? [] : new[] { "o.Duration" },
            .. plan.Options.Requests is null ? [] : new[] { "o.Requests" },
            .. plan.TakesRowsOnce ? new[] { "EachOnce" } : [],
        ];
        return
        [
            .. Problem.If(
                wrong != 0,
                Invariant($"The number of users is {wrong:N0}"), Invariant($"0 to {OptionRules.MaxConnections:N0}"), "Did you mean a rate? Use AtRate."),
            .. Problem.If(wrong == 0 && users.Highest == 0, "There are never any users", "one user or more", "Nothing would be sent."),
            .. Problem.If(
                users.Segments.Count == 0,
                "WithUsers has no length", "a RampTo or a Hold after From", "For a constant number of users, set o.Connections."),
            .. RateRules.CheckLengths("WithUsers", users.Segments, users.Duration, "Is the unit right?"),
            .. Problem.If(
                others.Length > 0,
                $"WithUsers is set, and so is {string.Join(", ", others)}", "WithUsers alone",
                "It says how many users there are, and for how long. Leave the rest out."
                    + (plan.TakesRowsOnce ? " Rows that are each taken once need a constant number of users: o.Connections." : "")),
        ];
    }
}
