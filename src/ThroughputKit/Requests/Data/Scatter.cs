namespace ThroughputKit.Requests.Data;

/// <summary>A pseudo-random number for each number: pure, so that connections need no common state (the last step of SplitMix64).</summary>
internal static class Scatter
{
    public static ulong Of(ulong number)
    {
        number += 0x9E3779B97F4A7C15;
        number = (number ^ (number >> 30)) * 0xBF58476D1CE4E5B9;
        number = (number ^ (number >> 27)) * 0x94D049BB133111EB;
        return number ^ (number >> 31);
    }

    /// <summary>Returns the place, of so many, that is chosen for a number.</summary>
    public static int Choose(ulong seed, long number, int count) => (int)Math.BigMul(Of(seed + (ulong)number), (ulong)count, out _);

    /// <summary>Returns a number for a text, the same in every process (FNV-1a).</summary>
    public static ulong Of(string text)
    {
        var hash = 0xCBF29CE484222325;
        foreach (var c in text)
        {
            hash = (hash ^ c) * 0x100000001B3;
        }

        return hash;
    }
}
