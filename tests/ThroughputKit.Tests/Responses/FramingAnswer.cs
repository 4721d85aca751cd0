namespace ThroughputKit.Tests.Responses;

public enum FramingAnswer
{
    Complete,
    Malformed,
    CutShort,
}
