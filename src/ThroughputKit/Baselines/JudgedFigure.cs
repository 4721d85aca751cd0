using ThroughputKit.Baselines.Files;
using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines;

/// <summary>A figure that is judged by its baseline.</summary>
/// <param name="Name">The unit and the quantity, as in "1,928.0 B allocated per request".</param>
/// <param name="Value">Reads the figure; <see langword="null"/> if it isn't known.</param>
/// <param name="Format">The format of values.</param>
/// <param name="LessIsBetter">Whether a decrease passes. It fails for transferred bytes: an app that sends less does different work.</param>
/// <param name="Allowance">Returns the allowed difference between a run and the approved value.</param>
internal sealed record JudgedFigure(
    string Name, Func<BaselineFigures, double?> Value, string Format, bool LessIsBetter, Func<double, ResolvedTolerance, double> Allowance)
{
    private const string Bytes = "N1", Count = "#,0.0##", Share = "0.######", Percent = "0.####%";

    private const string KnownApp = "Load the app with LoadTest.For or LoadTest.ForPublished";

    /// <summary>Gets all figures, in the order in which they are reported.</summary>
    public static IReadOnlyList<JudgedFigure> All { get; } =
    [
        OfWork(CountedWork.DatabaseCommands, f => f.DatabaseCommandsPerRequest),
        OfWork(CountedWork.HttpRequests, f => f.HttpRequestsPerRequest, " sent"),
        OfWork(CountedWork.Exceptions, f => f.ExceptionsPerRequest),
        new("B allocated per request", f => f.AllocatedBytesPerRequest, Bytes, LessIsBetter: true,
            (approved, tolerance) => tolerance.OfAllocatedBytes(approved))
        {
            Gate = nameof(LoadGates.MaxAllocatedBytesPerRequest),
            Added = (bytes, now, approved) => $"{BaselineTypes.DescribeAdded(bytes, now.Types, approved.Types)}: ",
            Variation = approved => approved * AllocationFigures.VariationOf(approved),
            Detail = result => AllocationText.Detail(result) is { Length: > 0 } detail ? $". {detail}" : "",
        },
        new("B received per response", f => f.ReceivedBytesPerResponse, Bytes, LessIsBetter: false, (approved, tolerance) => tolerance.OfBytes(approved)),
        new("B sent per request", f => f.SentBytesPerRequest, Bytes, LessIsBetter: false, (approved, tolerance) => tolerance.OfBytes(approved)),

        // If no request failed at approval, none may fail now. A nonzero share is only as exact as the window's edges.
        new("of the requests failed", f => f.FailedShare, Percent, LessIsBetter: true,
            (approved, tolerance) => approved > 0 ? Math.Max(tolerance.Edge, tolerance.OfAny(approved)) : 0),

        // Connections that are closed after the warm-up are opened in the window, once per connection.
        new("connections opened per request", f => f.ConnectionsOpenedPerRequest, Share, LessIsBetter: true,
            (approved, tolerance) => Math.Max(tolerance.Edge, tolerance.OfAny(approved))),
    ];

    /// <summary>Gets the name of the gate on the same figure, whose failures findings may excuse; <see langword="null"/> if there is none.</summary>
    public string? Gate { get; init; }

    /// <summary>Gets the function that returns the beginning of a failure, which describes the increase; empty for none.</summary>
    public Func<double, BaselineEntry, BaselineEntry, string> Added { get; init; } = (_, _, _) => "";

    /// <summary>Gets the function that returns the difference that two processes of the same code may show.</summary>
    public Func<double, double> Variation { get; init; } = _ => 0;

    /// <summary>Gets the function that returns the end of a failure, with further details; empty for none.</summary>
    public Func<LoadResult, string> Detail { get; init; } = _ => "";

    /// <summary>Returns a value and its limit; shares are percentages.</summary>
    public OutcomeFigures Figures(double value, double limit, bool isFloor, string shown) =>
        new(value * Scale, limit * Scale, Unit, isFloor, shown, Show(limit));

    private static JudgedFigure OfWork(CountedWork work, Func<BaselineFigures, double?> count, string verb = "") =>
        new($"{work.Name}{verb} per request", count, Count, LessIsBetter: true, (_, _) => 0)
        {
            IsOptional = true,
            Detail = result => CountText.Detail(result.Counts!, work) is { Length: > 0 } detail ? $". {detail}" : "",
            WhyUnknown = result => result.Counts?.WhyUnknown.GetValueOrDefault(work.Kind)?.TrimEnd('.') ?? KnownApp,
        };

    private string Unit => Format switch { Bytes => OutcomeFigures.Bytes, Percent => OutcomeFigures.Percent, _ => "" };

    private double Scale => Format == Percent ? 100 : 1;

    /// <summary>Gets whether a baseline may lack the figure, as one that was approved before there was any.</summary>
    public bool IsOptional { get; init; }

    /// <summary>Gets the function that returns why a run doesn't know the figure, or the remedy.</summary>
    public Func<LoadResult, string> WhyUnknown { get; init; } = _ => KnownApp;

    public string Show(double value) => Readable.Number(value, Format);

    public string ShowWithUnit(double value) => Format == Bytes ? $"{Show(value)} B" : Show(value);
}
