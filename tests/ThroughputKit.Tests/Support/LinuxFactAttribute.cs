namespace ThroughputKit.Tests.Support;

/// <summary>A fact of Linux alone; elsewhere it is skipped with its reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LinuxFactAttribute : FactAttribute
{
    /// <param name="reason">What there is on Linux alone.</param>
    public LinuxFactAttribute(string reason) => Skip = OperatingSystem.IsLinux() ? null : $"Only on Linux: {reason}";
}
