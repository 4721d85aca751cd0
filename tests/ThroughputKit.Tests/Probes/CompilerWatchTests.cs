using System.Diagnostics;
using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

/// <summary>What the real compiler of this process owes.</summary>
public class CompilerWatchTests
{
    // The runtime's pause for new code is 100 ms.
    private static readonly TimeSpan _betweenCalls = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(1);

    private static int _last;

    [Fact]
    public async Task New_code_is_owed_until_it_is_counted_and_optimized()
    {
        using var watch = new CompilerWatch();
        var isOwed = false;
        for (var calls = 0; !isOwed && calls < 100; calls++) // a pause that began before the watch isn't seen, and any new code prolongs it
        {
            CallNewCode();
            isOwed = await UntilAsync(() => watch.Owed > 0, _betweenCalls);
        }

        Assert.True(isOwed);
        Assert.True(await UntilAsync(() => watch.Owed == 0, _limit));
    }

    private static async Task<bool> UntilAsync(Func<bool> condition, TimeSpan limit)
    {
        var begun = Stopwatch.GetTimestamp();
        while (!condition() && Stopwatch.GetElapsedTime(begun) < limit)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(5));
        }

        return condition();
    }

    private static void CallNewCode() => Activator.CreateInstance(TypeOf(++_last))!.ToString();

    // Each number has a type, and each type has code of its own, which is compiled when it is first called.
    private static Type TypeOf(int number) =>
        number == 0 ? typeof(int) : (number % 2 == 0 ? typeof(Even<>) : typeof(Odd<>)).MakeGenericType(TypeOf(number / 2));

    private struct Even<T>
    {
        public override readonly string ToString() => typeof(T).Name;
    }

    private struct Odd<T>
    {
        public override readonly string ToString() => typeof(T).Name;
    }
}
