namespace ThroughputKit.Tests.Support;

/// <summary>A fact for Linux only; elsewhere it is skipped with its reason.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LinuxFactAttribute : FactAttribute
{
    /// <param name="reason">What exists only on Linux.</param>
    public LinuxFactAttribute(string reason) => Skip = OperatingSystem.IsLinux() ? null : $"Only on Linux: {reason}";
}
