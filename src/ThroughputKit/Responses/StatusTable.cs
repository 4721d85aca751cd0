namespace ThroughputKit.Responses;

/// <summary>The statuses a response can have: three digits, of which the first isn't zero.</summary>
internal static class StatusTable
{
    /// <summary>One more than the largest status.</summary>
    public const int Size = 1000;

    private const int First = 100;

    /// <summary>Which statuses are successes, asked once, so that nothing is called for a request.</summary>
    public static bool[] Of(Func<int, bool> isSuccess)
    {
        var table = new bool[Size];
        for (var status = First; status < Size; status++)
        {
            table[status] = isSuccess(status);
        }

        return table;
    }
}
