using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

/// <summary>What the real compiler of this process owes.</summary>
public class CompilerWatchTests
{
    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(1);

    [Fact]
    public async Task New_code_is_owed_until_it_is_counted_and_optimized()
    {
        using var watch = new CompilerWatch();

        Assert.True(await UntilAsync(() => watch.Owed > 0, CallNewCode));
        Assert.True(await UntilAsync(() => watch.Owed == 0, () => { })); // other tests compile, too, but not at every moment
    }

    private static async Task<bool> UntilAsync(Func<bool> condition, Action meanwhile)
    {
        using var limit = new CancellationTokenSource(_limit);
        while (!condition() && !limit.IsCancellationRequested)
        {
            meanwhile();
            await Task.Delay(TimeSpan.FromMilliseconds(5), CancellationToken.None);
        }

        return condition();
    }

    private static Type _next = typeof(int);

    // Each type has code of its own, which is compiled when it is first called.
    private static void CallNewCode()
    {
        _next = typeof(Wrapped<>).MakeGenericType(_next.IsGenericType && _next.ToString().Length > 2_000 ? typeof(long) : _next);
        Activator.CreateInstance(_next)!.ToString();
    }

    private struct Wrapped<T>
    {
        public override readonly string ToString() => typeof(T).Name;
    }
}
