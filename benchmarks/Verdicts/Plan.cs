using Verdicts.Shop;

namespace Verdicts;

/// <summary>Every series: what is tried, how often, and what it should come to.</summary>
internal static class Plan
{
    /// <summary>A name for all series of counts, and of what counting costs.</summary>
    public const string AllOfCounts = "all of counts";

    private static readonly Comparisons[] _comparisons =
    [
        new("identical, two apps in one process, limit 1%", 100, Slowness.None, 0, 1) { Between = Between.Apps },
        new("identical, two endpoints of one app, limit 1%", 100, Slowness.None, 0, 1),
        new("identical, two published processes, limit 1%", 100, Slowness.None, 0, 1) { Between = Between.Processes },
        new("identical, limit 2%", 100, Slowness.None, 0, 2),
        new("identical, limit 5%", 100, Slowness.None, 0, 5),
        new("identical, another process busy, limit 5%", 50, Slowness.None, 0, 5) { IsBusy = true },
        new("10% slower, limit 5%", 100, Slowness.Spin, 0.10, 5),
        new("5% slower, limit 2%", 100, Slowness.Spin, 0.05, 2),
        new("p99 30% higher, limit 10%, 1 connection", 50, Slowness.Tail, 0.30, 10) { Connections = 1 },
        new("p99 30% higher, limit 10%, 8 connections", 50, Slowness.Tail, 0.30, 10) { Connections = 8 },
        new("p99 30% higher, limit 10%, 64 connections", 50, Slowness.Tail, 0.30, 10) { Connections = 64 },
        new("10% slower by a lock, limit 5%", 20, Slowness.Lock, 0.10, 5),
        new("10% slower by allocations, limit 5%", 20, Slowness.Allocation, 0.10, 5),
        new("10% slower by yields, limit 5%", 20, Slowness.Yield, 0.10, 5),
        new("10% slower by pauses, limit 5%", 20, Slowness.Pause, 0.10, 5),
    ];

    private static readonly Allocations[] _allocations =
    [
        new("allocated bytes, identical, limit +8 B", 100, 0),
        new("allocated bytes, +16 B, limit +8 B", 50, 16),
        new("allocated bytes, +64 B, limit +8 B", 50, 64),
    ];

    /// <summary>Gets the series of trials that are kept one by one.</summary>
    public static IReadOnlyList<string> Trials => [.. ShortSlices.All.SelectMany(s => new[] { s.Long, s.Short }), .. _comparisons.Select(s => s.Name), .. _allocations.Select(s => s.Name), .. SetRates.All.Select(s => s.Name), .. ShopComparisons.All.Select(s => s.Name)];

    /// <summary>Gets the series of fresh processes.</summary>
    public static IReadOnlyList<string> Processes => [.. ShopBytes.All.Select(s => s.Name)];

    /// <summary>Gets the series of counts.</summary>
    public static IReadOnlyList<string> Counts => [.. ShopCounts.All.Select(s => s.Name)];

    /// <summary>Gets the series of what counting costs.</summary>
    public static IReadOnlyList<string> Costs => [.. CountCosts.All.Select(s => s.Name)];

    public static IReadOnlyList<string> Names => [Pairs.Name, Simulation.Name, .. Trials, .. Processes, .. Counts, .. Costs];

    /// <summary>Returns the series that are named, or all if none is.</summary>
    public static IEnumerable<string> Named(string[]? names) => names is not { Length: > 0 } ? Names
        : Names.Where(n => names.Contains(n) || (names.Contains(AllOfCounts) && (Counts.Contains(n) || Costs.Contains(n))));

    public static Task RunAsync(string name, Records records, int? trials, CancellationToken cancellationToken) => name == Pairs.Name ? Pairs.RunAsync(records, cancellationToken)
        : name == Simulation.Name ? Simulation.RunAsync(records, trials, cancellationToken)
        : Array.Find(ShortSlices.All, s => s.Long == name || s.Short == name)?.RunAsync(records, trials, cancellationToken)
            ?? Array.Find(_comparisons, s => s.Name == name)?.RunAsync(records, trials, cancellationToken)
            ?? Array.Find(_allocations, s => s.Name == name)?.RunAsync(records, trials, cancellationToken)
            ?? SetRates.All.FirstOrDefault(s => s.Name == name)?.RunAsync(records, trials, cancellationToken)
            ?? ShopComparisons.All.FirstOrDefault(s => s.Name == name)?.RunAsync(records, trials, cancellationToken)
            ?? ShopCounts.All.FirstOrDefault(s => s.Name == name)?.RunAsync(records, trials, cancellationToken)
            ?? CountCosts.All.FirstOrDefault(s => s.Name == name)?.RunAsync(records, trials, cancellationToken)
            ?? ShopBytes.All.Single(s => s.Name == name).RunAsync(records, trials, cancellationToken);
}
