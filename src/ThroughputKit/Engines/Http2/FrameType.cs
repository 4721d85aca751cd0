namespace ThroughputKit.Engines.Http2;

/// <summary>The types of frames (RFC 9113, 6). All others are ignored.</summary>
internal enum FrameType : byte
{
    Data,
    Headers,
    Priority,
    ResetStream,
    Settings,
    PushPromise,
    Ping,
    GoAway,
    WindowUpdate,
    Continuation,
}
