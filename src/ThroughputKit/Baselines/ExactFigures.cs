using ThroughputKit.Reporting;

namespace ThroughputKit.Baselines;

/// <summary>Every figure that is judged against its baseline, in the order in which they are reported.</summary>
internal static class ExactFigures
{
    private const string Bytes = "N1", Share = "0.######";

    public static IReadOnlyList<ExactFigure> All { get; } =
    [
        new("B allocated a request", f => f.AllocatedBytesPerRequest, Bytes, LessIsBetter: true, (approved, slack) => slack.OfBytes(approved))
        {
            Detail = AllocationText.Detail,
            Added = (bytes, now, approved) => AddedTypes.Describe(bytes, now.Types, approved.Types),
        },
        new("B received a response", f => f.ReceivedBytesPerResponse, Bytes, LessIsBetter: false, (approved, slack) => slack.OfBytes(approved)),
        new("B sent a request", f => f.SentBytesPerRequest, Bytes, LessIsBetter: false, (approved, slack) => slack.OfBytes(approved)),

        // Where none failed, none may; a share of them is only as exact as the window's edges.
        new("of the requests failed", f => f.FailedShare, Share, LessIsBetter: true, (approved, slack) => approved > 0 ? Math.Max(slack.Edge, slack.OfAny(approved)) : 0),

        // What the warm-up leaves closed is opened in the window, once a connection.
        new("connections opened a request", f => f.ConnectionsOpenedPerRequest, Share, LessIsBetter: true, (approved, slack) => Math.Max(slack.Edge, slack.OfAny(approved))),
    ];
}
