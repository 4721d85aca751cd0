using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines;

/// <summary>All figures that are judged by their baseline, in the order in which they are reported.</summary>
internal static class ExactFigures
{
    private const string Bytes = "N1", Share = "0.######";

    public static IReadOnlyList<ExactFigure> All { get; } =
    [
        new("B allocated per request", f => f.AllocatedBytesPerRequest, Bytes, LessIsBetter: true, (approved, slack) => slack.OfAllocatedBytes(approved))
        {
            Detail = AllocationText.Detail,
            Added = (bytes, now, approved) => AddedTypes.Describe(bytes, now.Types, approved.Types),
        },
        new("B received per response", f => f.ReceivedBytesPerResponse, Bytes, LessIsBetter: false, (approved, slack) => slack.OfBytes(approved)),
        new("B sent per request", f => f.SentBytesPerRequest, Bytes, LessIsBetter: false, (approved, slack) => slack.OfBytes(approved)),

        // If no request failed at approval, none may fail now. A nonzero share is only as exact as the window's edges.
        new("of the requests failed", f => f.FailedShare, Share, LessIsBetter: true, (approved, slack) => approved > 0 ? Math.Max(slack.Edge, slack.OfAny(approved)) : 0),

        // Connections that are closed after the warm-up are opened in the window, once per connection.
        new("connections opened per request", f => f.ConnectionsOpenedPerRequest, Share, LessIsBetter: true, (approved, slack) => Math.Max(slack.Edge, slack.OfAny(approved))),
    ];
}
