namespace ThroughputKit.Requests;

/// <summary>
/// The order in which a test sends its requests, as a table that repeats. In each round, every request has as many places as its weight, and after any
/// number of places each has had its share, to within one. Made before the load, and read by all connections.
/// </summary>
internal sealed class RequestOrder
{
    /// <summary>The maximum sum of the weights, once they are divided by their greatest common divisor: the length of a round.</summary>
    public const int MaxRound = 10_000;

    // A random order repeats itself after this many requests, or a few rounds.
    private const int RandomLength = 16_384;
    private const int MinRandomRounds = 4;

    private readonly int[] _shares; // in a round
    private readonly byte[] _table; // a test has at most 200 requests

    // The number of requests with data before each place; null if all have data, or none.
    private readonly int[]? _withDataBefore;

    /// <summary>Creates the order of requests with equal shares, in turn.</summary>
    public RequestOrder(int count)
        : this([.. Enumerable.Repeat(1, count)])
    {
    }

    /// <param name="weights">The weight of each request. None is negative, and one or more are above zero.</param>
    /// <param name="seed">The seed of a random order; <see langword="null"/> for requests in turn.</param>
    /// <param name="haveData">Whether each request takes a row of the test's data; <see langword="null"/> if the test has none.</param>
    public RequestOrder(IReadOnlyList<int> weights, int? seed = null, IReadOnlyList<bool>? haveData = null)
    {
        var divisor = Divisor(weights);
        _shares = [.. weights.Select(w => w / divisor)];
        Round = _shares.Sum();
        var rounds = seed is null ? 1 : Math.Max(MinRandomRounds, RandomLength / Round);
        var random = seed is { } known ? new Random(known) : null;
        _table = new byte[rounds * Round];
        for (var start = 0; start < _table.Length; start += Round)
        {
            Fill(_table.AsSpan(start, Round), _shares, random);
        }

        if (haveData is not null && haveData.Distinct().Count() > 1)
        {
            _withDataBefore = new int[_table.Length + 1];
            for (var i = 0; i < _table.Length; i++)
            {
                _withDataBefore[i + 1] = _withDataBefore[i] + (haveData[_table[i]] ? 1 : 0);
            }
        }
    }

    /// <summary>Gets the number of requests in a round.</summary>
    public int Round { get; }

    /// <summary>Returns the share of one request, as a fraction.</summary>
    public double ShareOf(int index) => _shares[index] / (double)Round;

    /// <summary>Returns an order that sends nothing but one of several requests.</summary>
    /// <param name="index">The index of the request.</param>
    /// <param name="count">The number of requests.</param>
    public static RequestOrder Only(int index, int count) => new([.. Enumerable.Range(0, count).Select(i => i == index ? 1 : 0)]);

    /// <summary>Returns the length of a round with these weights.</summary>
    public static long RoundOf(IReadOnlyList<int> weights) => weights.Sum(w => (long)w) / Divisor(weights);

    /// <summary>Returns the index of the request that is sent as number n, from zero.</summary>
    public int IndexOf(long number) => _table[(int)(number % _table.Length)];

    /// <summary>
    /// Returns the number of the first request of one of several connections, which begin all over the order. Each begins one place later than equal distances
    /// would have it, because requests with a period that divides those would otherwise be sent by all connections at once.
    /// </summary>
    public long FirstOf(int connection, int connections) =>
        connection + (_table.Length > connections ? (long)connection * _table.Length / connections : 0);

    /// <summary>Returns how many of the requests before number n have data.</summary>
    public long WithDataBefore(long number) => _withDataBefore is null ? number
        : (number / _table.Length * _withDataBefore[^1]) + _withDataBefore[(int)(number % _table.Length)];

    /// <summary>Returns the number of requests in the whole rounds that are enough for this many.</summary>
    public long InWholeRounds(double requests) => (long)Math.Ceiling(requests / Round) * Round;

    // The j-th of w requests of a kind may take a place from floor((j - 1) * round / w) on and must have one before ceil(j * round / w): it is then never a
    // whole request ahead or behind. In turn, the one that must be sent first is next. That always works (proportionate fairness), and a random one is next
    // among those that leave enough places for the others.
    private static void Fill(Span<byte> round, int[] shares, Random? random)
    {
        var sent = new int[shares.Length];
        var due = new int[round.Length + 1]; // how many of the remaining requests must be sent before each place
        foreach (var share in shares)
        {
            for (var j = 0; j < share; j++)
            {
                due[Deadline(j, share, round.Length)]++;
            }
        }

        List<int> may = [];
        for (var place = 0; place < round.Length; place++)
        {
            var last = random is null ? round.Length : FirstTight(due, place);
            var next = -1;
            may.Clear();
            for (var i = 0; i < shares.Length; i++)
            {
                var (j, share) = (sent[i], shares[i]);
                if (j < share && (long)j * round.Length / share <= place && Deadline(j, share, round.Length) <= last)
                {
                    may.Add(i);
                    next = next < 0 || Deadline(j, share, round.Length) < Deadline(sent[next], shares[next], round.Length) ? i : next;
                }
            }

            next = random is null ? next : may[random.Next(may.Count)];
            due[Deadline(sent[next], shares[next], round.Length)]--;
            sent[next]++;
            round[place] = (byte)next;
        }
    }

    // The first place by which all remaining places are needed for requests that must be sent before it.
    private static int FirstTight(int[] due, int place)
    {
        var needed = 0;
        for (var end = place + 1; ; end++)
        {
            needed += due[end];
            if (needed == end - place)
            {
                return end;
            }
        }
    }

    private static int Deadline(int j, int share, int round) => (int)((((j + 1L) * round) + share - 1) / share);

    private static int Divisor(IEnumerable<int> weights) => weights.Aggregate(0, GreatestCommonDivisor);

    private static int GreatestCommonDivisor(int left, int right) => right == 0 ? left : GreatestCommonDivisor(right, left % right);
}
