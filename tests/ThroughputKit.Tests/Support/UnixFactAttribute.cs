namespace ThroughputKit.Tests.Support;

/// <summary>A fact for every system except Windows, where it is skipped with its reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class UnixFactAttribute : FactAttribute
{
    /// <param name="reason">Why Windows is different.</param>
    public UnixFactAttribute(string reason) => Skip = OperatingSystem.IsWindows() ? $"Not on Windows: {reason}" : null;
}
