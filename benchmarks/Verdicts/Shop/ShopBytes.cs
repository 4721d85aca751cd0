using System.Diagnostics;
using System.Globalization;

namespace Verdicts.Shop;

/// <summary>Allocated bytes and the warm-up of the shop, again and again, each time in a fresh process.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often it is tried.</param>
/// <param name="Endpoint">What is loaded.</param>
/// <param name="ExtraBytes">How many bytes more each request allocates.</param>
/// <param name="PoolThreads">The size of the thread pool; 0 leaves it to .NET, which changes it from window to window.</param>
internal sealed record ShopBytes(string Name, int Trials, ShopEndpoint Endpoint, int ExtraBytes = 0, int PoolThreads = 0)
{
    public static IReadOnlyList<ShopBytes> All { get; } =
    [
        new("shop, fresh process: list", 100, ShopEndpoint.List),
        new("shop, fresh process: order", 30, ShopEndpoint.Order),
        new("shop, fresh process: sign-in", 30, ShopEndpoint.SignIn),
        new("shop, fresh process: list, +104 B", 50, ShopEndpoint.List, 104),
        new("shop, fresh process: list, 8 threads", 30, ShopEndpoint.List, PoolThreads: 8),
    ];

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        while (records.Of(Name).Count < (trials ?? Trials))
        {
            var begun = Stopwatch.GetTimestamp();
            var run = await ShopRun.InFreshProcessAsync(Endpoint, new ShopVariant(Bytes: ExtraBytes), PoolThreads, cancellationToken);
            var note = string.Create(CultureInfo.InvariantCulture, $"{run.Bytes:N1} B, warm-up {run.WarmUpSeconds:0.0} s, {run.Rps:N0} RPS, later {run.LaterRps / run.Rps:0.000} of it, then {run.LastRps / run.LaterRps:0.000} of that, {run.Threads} then {run.LastThreads} threads in the pool");
            records.Add(new Record(Name, TimeProvider.System.GetUtcNow(), run.IsSteady ? "Steady" : "NotSteady", Stopwatch.GetElapsedTime(begun).TotalSeconds, run.Bytes, null, note)
            {
                WarmUpSeconds = run.WarmUpSeconds,
                LaterRpsRatio = run.LaterRps / run.Rps,
                LastRpsRatio = run.LastRps / run.LaterRps,
            });
            Console.WriteLine($"{Name} {records.Of(Name).Count}: {(run.IsSteady ? "steady" : "not steady")}, {note}");
        }
    }
}
