using System.Globalization;

namespace ThroughputKit.Traffic;

/// <summary>A kind of load: what its parts are called, what it is made of, and what it can't do. Whatever differs by the kind is asked of this.</summary>
internal sealed class LoadKind
{
    /// <summary>Gets the kind of independent requests.</summary>
    public static LoadKind Mix { get; } = new();

    /// <summary>Gets the kind of requests that each virtual user sends in order.</summary>
    public static LoadKind Chain { get; } = new()
    {
        Name = "a chain",
        Sender = "user",
        Busy = "busy",
        PlannedOne = "pass",
        PlannedUnit = "passes",
        Begun = "begun",
        HasPasses = true,
        HasWeights = false,
        WhyNotAlone = ("in a chain", "Alone, the request would lack the values that those before it take."),
    };

    /// <summary>Gets the kind of users that run code.</summary>
    public static LoadKind Scenario { get; } = new()
    {
        Name = "a scenario",
        Unit = "iterations",
        PlannedOne = "iteration",
        PlannedUnit = "iterations",
        Done = "finished",
        Sender = "user",
        Busy = "busy",
        Members = "Steps",
        IsSentByKit = false,
        HasWeights = false,
        MembersAreRequests = false,
        UnitsAreRequests = false,
        ConnectionsOfSender = 10, // steps side by side have one each
        WhyWhole = "has a scenario",
        WhyNotAlone = ("in a scenario", "A step is code, which can't be run alone."),
    };

    /// <summary>Gets its name, with the article.</summary>
    public string Name { get; private init; } = "a mix";

    /// <summary>Gets the name of what is planned by a fixed number.</summary>
    public string Unit { get; private init; } = "requests";

    /// <summary>Gets the name of one of what a set rate plans.</summary>
    public string PlannedOne { get; private init; } = "request";

    /// <summary>Gets the name of what a set rate plans.</summary>
    public string PlannedUnit { get; private init; } = "requests";

    /// <summary>Gets what is done with what a set rate plans when it is due.</summary>
    public string Begun { get; private init; } = "sent";

    /// <summary>Gets what was done with a unit that is over.</summary>
    public string Done { get; private init; } = "sent";

    /// <summary>Gets the name of what does one unit at a time.</summary>
    public string Sender { get; private init; } = "connection";

    /// <summary>Gets what a sender is while it does one.</summary>
    public string Busy { get; private init; } = "in use";

    /// <summary>Gets the title of the table of requests.</summary>
    public string Members { get; private init; } = "Requests";

    /// <summary>
    /// Gets whether the kit sends its requests. Otherwise code of the test does, in this process and with a client of the framework: it allocates, may follow
    /// redirects, and says nothing of the bytes on the wire.
    /// </summary>
    public bool IsSentByKit { get; private init; } = true;

    /// <summary>
    /// Gets whether each member is one request, known before the load. Otherwise it is a step that may send several, known once it was taken.
    /// </summary>
    public bool MembersAreRequests { get; private init; } = true;

    /// <summary>Gets whether what is planned is a request. Otherwise it is an iteration, which may go on for ever.</summary>
    public bool UnitsAreRequests { get; private init; } = true;

    /// <summary>Gets whether each of its members has a share of the load by its weight.</summary>
    public bool HasWeights { get; private init; } = true;

    /// <summary>Gets whether a sender has all members in turn, as a pass: whole ones are sent, and it was measured only if each member succeeded.</summary>
    public bool HasPasses { get; private init; }

    /// <summary>Gets whether its senders are users, who may come and go.</summary>
    public bool HasUsers => Sender == "user";

    /// <summary>Gets the number of connections that a sender may well open: each may be opened twice.</summary>
    public int ConnectionsOfSender { get; private init; } = 2;

    /// <summary>Gets why it can't be measured in short slices, as what a test is or has; <see langword="null"/> if it can.</summary>
    public string? WhyWhole { get; private init; }

    /// <summary>Gets where a request is that can't be sent alone, and why not; <see langword="null"/> if it can.</summary>
    public (string Where, string Cause)? WhyNotAlone { get; private init; }

    /// <summary>Returns the noun for so many of what a set rate plans.</summary>
    public string Planned(long count) => count == 1 ? PlannedOne : PlannedUnit;

    /// <summary>Returns the kind of a load.</summary>
    public static LoadKind Of(bool isScenario, bool isChain) => isChain ? Chain : isScenario ? Scenario : Mix;

    /// <summary>Returns how many of the planned units were done.</summary>
    public long CountDone(LoadResult result) => UnitsAreRequests ? result.Sent : result.IterationsEnded;

    /// <summary>Returns the load as a title: its only member, or how many there are.</summary>
    /// <param name="test">The name of the test.</param>
    /// <param name="members">The names of its requests or, if its members are steps, of its scenarios.</param>
    public string Describe(string test, IReadOnlyList<string> members) => (MembersAreRequests, members) switch
    {
        (true, [var only]) => only,
        (true, _) => string.Create(CultureInfo.InvariantCulture, $"{Readable.Capitalized(Name[2..])} of {members.Count:N0} requests"),
        (_, [_, _, ..]) => $"{Readable.Capitalized(Name[2..])}s {string.Join(", ", members)}",
        _ => $"{Readable.Capitalized(Name[2..])} {test}",
    };
}
