using ThroughputKit.Pacing;
using ThroughputKit.Requests;
using ThroughputKit.Requests.Chains;

namespace ThroughputKit.Traffic;

/// <summary>
/// What one phase of load sends, and when: without a budget, as many requests as fit into the window; without a rate, in a closed loop. All senders share it.
/// </summary>
/// <param name="order">The order of the requests.</param>
internal sealed class Schedule(RequestOrder order)
{
    /// <summary>Gets the time in which requests may begin.</summary>
    public Window Window { get; } = new();

    /// <summary>Gets the fixed number of requests; <see langword="null"/> for any number.</summary>
    public RequestBudget? Budget { get; init; }

    /// <summary>Gets the set rate; <see langword="null"/> for a closed loop.</summary>
    public LoadRate? Rate { get; init; }

    /// <summary>Gets the chains that each sender sends; <see langword="null"/> if the requests are independent.</summary>
    public ChainMix? Chains { get; init; }

    /// <summary>Gets whether the virtual users pause between requests.</summary>
    public bool HasPauses { get; init; }

    /// <summary>Gets the number of users over time; <see langword="null"/> if it doesn't change.</summary>
    public LoadUsers? Users { get; init; }

    /// <summary>Gets the number of requests of earlier stretches of load, from which the order and the data go on.</summary>
    public long First { get; init; }

    /// <summary>Gets whether requests are sent at a set rate.</summary>
    public bool IsPaced => Rate is not null;

    /// <summary>Gets whether what is numbered, and given to senders, is a pass of a chain. A sender then goes on by itself until its pass is over.</summary>
    public bool CountsPasses => Chains is not null && (IsPaced || Budget is { IsOfPasses: true });

    /// <summary>Gets whether requests have times of their own, which the generator must keep: those of a set rate or the ends of pauses.</summary>
    public bool HasTimes => IsPaced || HasPauses;

    /// <summary>Chooses the number of the next request of a sender. Returns false when the phase begins no more requests.</summary>
    /// <param name="share">The requests that the sender has taken.</param>
    /// <param name="now">The time.</param>
    /// <param name="number">The number.</param>
    /// <param name="together">The number of requests that are sent together: those of a pass.</param>
    public bool TryNext(ref RequestShare share, long now, out long number, int together = 1)
    {
        number = -1;
        if (!Window.Includes(now))
        {
            return false;
        }

        if (Budget is not null)
        {
            return Budget.TryTake(ref share, out number, Budget.IsOfPasses ? 1 : together);
        }

        number = share.Next++;
        return true;
    }

    /// <summary>Returns whether a sender may get another request. If not, a pause before it would be in vain.</summary>
    public bool HasNext(in RequestShare share) => Budget is null || share.Next < share.End || Budget.HasNext;

    /// <summary>Returns the rest of a chain's pass, which has failed and can't begin again soon, so that other senders send it.</summary>
    public void GiveBack(ref RequestShare share) => Budget?.GiveBack(ref share);

    /// <summary>Gives up the passes that a user has left for itself, once it had no answer: if the app has gone, each could take as long.</summary>
    public void GiveUp(ref RequestShare share) => share = Budget is { IsOfPasses: true, IsShared: false } ? default : share;

    /// <summary>Returns the requests of a set rate of one of several groups of senders.</summary>
    public PlannedRequests Plan(int group, int groups) => new(new Pacer(Rate!.Segments, group, groups), Window.Start);

    /// <summary>Returns from when on a sender takes part, while a changing number of users leaves it out. It may be past the end of the window.</summary>
    public long JoinsAt(int sender, long now)
    {
        var wait = Users?.SecondsUntil(sender, Clock.ToNanoseconds(now - Window.Start) / 1e9) ?? 0;
        return wait <= 0 ? now : double.IsFinite(wait) ? now + Clock.ToTicks(TimeSpan.FromSeconds(wait)) : long.MaxValue;
    }

    /// <summary>Returns what a sender begins with: nothing that is taken yet, and a place of its own in the order.</summary>
    public RequestShare ShareOf(int sender, int senders)
    {
        var first = order.FirstOf(sender, senders) + (AreShared ? 0 : InTurns(First, senders));
        return Budget?.From(first) ?? new RequestShare { Next = first, End = first };
    }

    /// <summary>Returns the number of the first pass of a virtual user, of several.</summary>
    public long FirstPass(int users) => InTurns(Chains!.PassesIn(First), users);

    /// <summary>Returns the number of a pass in the data, if all senders share the numbers of passes; otherwise each user counts its own.</summary>
    public long? PassOf(long number) => CountsPasses && AreShared ? number + Chains!.PassesIn(First) : null;

    /// <summary>Returns the index of the request that is sent as this number, or of the first one of that pass.</summary>
    public int IndexOf(long number) => PassOf(number) is { } pass ? Chains!.Of(pass).First : order.IndexOf(number + Shift);

    /// <summary>
    /// Returns the number of the data's row for the request that is sent as this number. In a closed loop each sender counts its own requests, and
    /// takes every n-th row of n senders, so that all rows are taken in turn; otherwise all senders share the numbers.
    /// </summary>
    public long RowOf(long number, int sender, int senders) =>
        Place(order.WithDataBefore(number + Shift), order.WithDataBefore(order.FirstOf(sender, senders)), sender, senders);

    /// <summary>Returns a number that no other request of the phase has: counted as that of the row, but for all requests.</summary>
    public long PlaceOf(long number, int sender, int senders) => Place(number + Shift, order.FirstOf(sender, senders), sender, senders);

    // Senders that share their numbers count them from zero in each phase.
    private bool AreShared => Budget is { IsShared: true } || IsPaced;

    private long Shift => AreShared ? First : 0;

    private long Place(long number, long first, int sender, int senders) => AreShared ? number : ((number - first) * senders) + sender;

    // As many turns of each as all of these requests need.
    private static long InTurns(long requests, long takers) => (requests + takers - 1) / takers;
}
