using Xunit;

namespace ThroughputKit.Execution;

/// <summary>Writes lines about a test to its own output, and as diagnostic messages for anyone who follows the run.</summary>
internal static class Output
{
    public static Action<string> Of(TestContext context, string displayName) => text =>
    {
        context.TestOutputHelper?.WriteLine(text);
        context.SendDiagnosticMessage($"{displayName}: {text}");
    };
}
