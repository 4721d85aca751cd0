namespace ThroughputKit.Engines.Http2;

/// <summary>Why a stream or a connection is ended (RFC 9113, 7).</summary>
internal enum Http2Code
{
    NoError,
    ProtocolError,
    InternalError,
    FlowControlError,
    SettingsTimeout,
    StreamClosed,
    FrameSizeError,
    RefusedStream,
    Cancel,
    CompressionError,
    ConnectError,
    EnhanceYourCalm,
    InadequateSecurity,
    Http11Required,
}
