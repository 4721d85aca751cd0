using ThroughputKit.Requests.Cookies;

namespace ThroughputKit.Requests.Chains;

/// <summary>The chains of a test, and of which of them each pass is. Immutable; all users share it.</summary>
internal sealed class ChainMix
{
    private readonly Chain[] _all;
    private readonly RequestOrder _order;

    /// <param name="all">The chains.</param>
    /// <param name="weights">The weight of each.</param>
    /// <param name="seed">The seed of a random order; <see langword="null"/> for chains in turn.</param>
    /// <param name="haveData">Whether a pass of each chain takes a row of the test's data; <see langword="null"/> if the test has none.</param>
    public ChainMix(IReadOnlyList<Chain> all, IReadOnlyList<int> weights, int? seed = null, IReadOnlyList<bool>? haveData = null)
    {
        (_all, _order) = ([.. all], new RequestOrder(weights, seed, haveData));
        RequestsOfRound = Enumerable.Range(0, Round).Sum(n => Of(n).Steps.Length);
    }

    /// <summary>Creates a mix of nothing but one chain.</summary>
    public ChainMix(Chain only)
        : this([only], [1])
    {
    }

    /// <summary>Gets the mean number of requests in a pass.</summary>
    public double RequestsOfPass => (double)RequestsOfRound / Round;

    /// <summary>Gets the number of passes in a round, after which each chain has had its share.</summary>
    public int Round => _order.Round;

    /// <summary>Gets the number of requests in a round.</summary>
    public int RequestsOfRound { get; }

    /// <summary>Gets the number of requests of the longest chain.</summary>
    public int Longest => _all.Max(c => c.Steps.Length);

    /// <summary>Gets the number of values that a user carries.</summary>
    public int Values => _all.Max(c => c.Values);

    /// <summary>Gets the cookies that a user begins each pass with; <see langword="null"/> if it never keeps any.</summary>
    public CookieStore? Cookies => _all.Select(c => c.Cookies).FirstOrDefault(c => c is not null);

    /// <summary>Gets whether users pause between requests.</summary>
    public bool HasPauses => Array.Exists(_all, c => c.HasPauses);

    /// <summary>Returns the chain of the pass with a number, from zero.</summary>
    public Chain Of(long pass) => _all[_order.IndexOf(pass)];

    /// <summary>Returns the number of the first pass of one of several users who choose by themselves, and begin all over the order.</summary>
    public long FirstOf(int user, int users) => _order.FirstOf(user, users);

    /// <summary>Returns how many of the passes before the one with a number take a row.</summary>
    public long RowsBefore(long pass) => _order.WithDataBefore(pass);

    /// <summary>Returns how many passes have this many requests.</summary>
    public long PassesIn(long requests) => ((requests * Round) + RequestsOfRound - 1) / RequestsOfRound;

    /// <summary>Returns the number of passes in the whole rounds that are enough for this many.</summary>
    public long InWholeRounds(double passes) => _order.InWholeRounds(passes);
}
