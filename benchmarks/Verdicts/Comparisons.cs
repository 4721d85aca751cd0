using System.Diagnostics;
using ThroughputKit;

namespace Verdicts;

/// <summary>The same comparison again and again, each time with an app of its own.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Trials">How often it is tried.</param>
/// <param name="Slowness">The way in which the candidate is slower.</param>
/// <param name="Fall">By which share its throughput is lower in a long run or, of a slow tail, its p99 higher.</param>
/// <param name="LimitPercent">The limit of the gate; <see langword="null"/> for none.</param>
internal sealed record Comparisons(string Name, int Trials, Slowness Slowness, double Fall, double? LimitPercent)
{
    /// <summary>Gets whether another process burns a core at random.</summary>
    public bool IsBusy { get; init; }

    /// <summary>Gets how long slices are measured at most; <see langword="null"/> for the default.</summary>
    public TimeSpan? Length { get; init; }

    /// <summary>Gets what is compared.</summary>
    public Between Between { get; init; }

    /// <summary>Gets how many connections each side has; <see langword="null"/> for the default.</summary>
    public int? Connections { get; init; }

    public async Task RunAsync(Records records, int? trials, CancellationToken cancellationToken)
    {
        using var pool = Slowness == Slowness.Pause ? new HeldPool() : null;
        var amount = Slowness == Slowness.None ? 0 : Slowness == Slowness.Tail ? await Calibration.TailAsync(Connections, Fall, records, cancellationToken) : await Calibration.AmountAsync(Slowness, Fall, records, cancellationToken);
        using var burner = IsBusy ? new Burner() : null;
        await ComparisonTrial.RepeatAsync(Name, trials ?? Trials, records, () => TryAsync(amount, cancellationToken));
    }

    private async Task<Record> TryAsync(double amount, CancellationToken cancellationToken)
    {
        var begun = Stopwatch.GetTimestamp();
        await using var app = await new SlowApp(Slowness, amount).StartAsync();
        await using var twin = await new SlowApp(Slowness, amount).StartAsync();
        var comparison = Connected(Candidate()).ComparedWith(Connected(Reference())).Within(Gates);
        return await ComparisonTrial.RunAsync(Name, Length is { } length ? comparison.MeasureFor(length) : comparison, begun, cancellationToken);

        LoadTest Reference() => Between == Between.Processes ? Published() : LoadTest.For(app.Host).Get(Slowness == Slowness.Tail ? "/steady" : "/plain");

        LoadTest Candidate() => Between switch
        {
            Between.Processes => Published(),
            Between.Apps => LoadTest.For(twin.Host).Get("/plain"),
            _ => LoadTest.For(app.Host).Get(Slowness == Slowness.None ? "/twin" : Slowness == Slowness.Tail ? "/tail" : "/slow"),
        };
    }

    private ComparisonGates Gates => Slowness == Slowness.Tail ? new() { MaxP99IncreasePercent = LimitPercent } : new() { MaxSlowdownPercent = LimitPercent };

    private LoadTest Connected(LoadTest test) => Connections is { } connections ? test.With(o => o.Connections = connections) : test;

    // A process of this very program: the app alone.
    private static LoadTest Published() => LoadTest.ForPublished(AppContext.BaseDirectory, SlowApp.Serve).Get("/plain");
}
