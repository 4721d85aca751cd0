using ThroughputKit.Requests.Cookies;
using ThroughputKit.Requests.Data;

namespace ThroughputKit.Requests.Chains;

/// <summary>Requests that each virtual user sends in order, and what it carries from one to the next. Immutable; all users share it.</summary>
/// <param name="Steps">What follows each request.</param>
/// <param name="Values">The number of values that a user carries.</param>
/// <param name="Cookies">The cookies that a user begins each pass with; <see langword="null"/> if it keeps none.</param>
/// <param name="First">The index of its first request among those of the test.</param>
internal sealed record Chain(Chain.Step[] Steps, int Values, CookieStore? Cookies, int First = 0)
{
    /// <summary>Gets whether users pause between requests.</summary>
    public bool HasPauses { get; } = Array.Exists(Steps, s => s.Pause.IsSet);

    /// <param name="requests">The requests as they are sent, in order.</param>
    /// <param name="names">The names of the values that are taken.</param>
    /// <param name="isColumn">Whether there is a value or a column of a name.</param>
    /// <param name="cookies">The cookies that a user begins each pass with; <see langword="null"/> if it keeps none.</param>
    /// <param name="first">The index of its first request among those of the test.</param>
    public static Chain Of(
        IReadOnlyList<LoadRequest> requests, IReadOnlyList<string> names, Func<string, bool> isColumn, CookieStore? cookies, int first = 0)
    {
        var places = requests.SelectMany(r => names.Count == 0 ? [] : RequestPieces.Placeholders(r, isColumn)).Select(p => (p.Name, p.Place)).Distinct()
            .ToLookup(p => p.Name, p => p.Place, StringComparer.Ordinal);
        return new Chain([.. requests.Select(r => new Step([.. r.Takes.Select(TakeOf)], r.Pause))], names.Count, cookies, first);

        Take TakeOf(ValueSource source) => new(source, names.Index().First(n => n.Item == source.Name).Index, [.. places[source.Name]]);
    }

    /// <summary>What follows a request: the values that are taken from its response, and the pause before the next.</summary>
    internal sealed record Step(Take[] Takes, ThinkTime Pause);
}
