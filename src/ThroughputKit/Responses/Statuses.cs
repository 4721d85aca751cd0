namespace ThroughputKit.Responses;

/// <summary>The statuses a response can have: three digits, of which the first isn't zero.</summary>
internal static class Statuses
{
    /// <summary>One more than the largest status.</summary>
    public const int End = 1000;

    private const int First = 100;

    /// <summary>Which statuses are successes, asked once, so that nothing is called for a request.</summary>
    public static bool[] Table(Func<int, bool> isSuccess)
    {
        var table = new bool[End];
        for (var status = First; status < End; status++)
        {
            table[status] = isSuccess(status);
        }

        return table;
    }
}
