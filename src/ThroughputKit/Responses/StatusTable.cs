namespace ThroughputKit.Responses;

/// <summary>The statuses that a response can have: three digits, the first of which isn't zero.</summary>
internal static class StatusTable
{
    /// <summary>One more than the largest status.</summary>
    public const int Size = 1000;

    private const int First = 100;

    /// <summary>Returns which statuses are successes. Asks once per status, so that nothing is called per request.</summary>
    public static bool[] Of(Func<int, bool> isSuccess) => [.. Enumerable.Range(0, Size).Select(status => status >= First && isSuccess(status))];
}
