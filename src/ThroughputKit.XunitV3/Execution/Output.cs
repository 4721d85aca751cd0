using Xunit;

namespace ThroughputKit.Execution;

/// <summary>Where lines about a test go: into its own output, and to whoever follows the run.</summary>
internal static class Output
{
    public static Action<string> Of(TestContext context, string displayName) => text =>
    {
        context.TestOutputHelper?.WriteLine(text);
        context.SendDiagnosticMessage($"{displayName}: {text}");
    };
}
