using ThroughputKit.Engines;

namespace ThroughputKit.Tests.Support;

/// <summary>A fact for systems that permit io_uring; elsewhere it is skipped with the reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UringFactAttribute : FactAttribute
{
    public UringFactAttribute() => Skip = EngineFactory.WhyNotUring;
}
