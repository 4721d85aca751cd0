namespace ThroughputKit.Tests.Pages;

/// <summary>A test in a browser. It is skipped where there is none.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class BrowserTheoryAttribute : TheoryAttribute
{
    public BrowserTheoryAttribute() => Skip = File.Exists(Browser.Program) ? null : $"There is no {Browser.Program}: install Debian's package chromium.";
}
