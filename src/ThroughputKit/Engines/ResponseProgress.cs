using System.Diagnostics;

namespace ThroughputKit.Engines;

/// <summary>How a response arrives, which tells one that goes on and on from one that hangs.</summary>
internal struct ResponseProgress
{
    /// <summary>How the evidence of a timeout ends if the response is one that goes on and on.</summary>
    public const string KeptComing = "the response had begun and kept coming";

    /// <summary>How it ends if the response is a stream of server-sent events.</summary>
    public const string EventStream = "the response is a stream of server-sent events (text/event-stream)";

    // A response that came in fewer pieces, or paused for a larger share of its time, may just hang.
    private const int MinPieces = 3;
    private const double MaxSilence = 0.25;

    private int _pieces;
    private long _lastPieceAt;

    /// <summary>Takes that a piece came.</summary>
    public void Add(long now) => (_pieces, _lastPieceAt) = (_pieces + 1, now);

    /// <summary>Returns where a response stands that has begun, to end an explanation.</summary>
    public readonly string Describe(long sentAt, bool isEventStream)
    {
        var now = Stopwatch.GetTimestamp();
        return isEventStream ? EventStream
            : _pieces >= MinPieces && now - _lastPieceAt <= MaxSilence * (now - sentAt) ? KeptComing
            : "the response had begun";
    }
}
