using ThroughputKit.Engines;

namespace ThroughputKit.Tests.Support;

/// <summary>A theory for systems that permit io_uring; elsewhere it is skipped with the reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UringTheoryAttribute : TheoryAttribute
{
    public UringTheoryAttribute() => Skip = EngineFactory.WhyNotUring;
}
