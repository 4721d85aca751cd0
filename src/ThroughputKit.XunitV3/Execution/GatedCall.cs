using System.Diagnostics;
using System.Reflection;
using System.Text;
using ThroughputKit.Testing;
using Xunit;
using TestMethod = ThroughputKit.Testing.TestMethod;

namespace ThroughputKit.Execution;

/// <summary>Calls a test's method, and judges the measurements by the gates.</summary>
/// <param name="displayName">The name of the test in reports.</param>
/// <param name="timeout">The maximum duration, in milliseconds; 0 for no limit. A row of a theory may have a different limit than its attribute.</param>
[StackTraceHidden]
internal sealed class GatedCall(string displayName, int timeout)
{
    public async Task RunAsync(MethodInfo method, object? instance, object?[]? arguments)
    {
        var context = (TestContext)TestContext.Current;
        var gated = new GatedTest(
            new TestMethod(method, arguments?.Length ?? 0) { DisplayName = displayName },
            TestSettings.Of(method),
            timeout == 0 ? null : TimeSpan.FromMilliseconds(timeout),
            Environment.GetEnvironmentVariable,
            Write)
        {
            Attach = (name, json) => context.AddAttachment(name, Encoding.UTF8.GetBytes(json), replaceExistingValue: true, "application/json"),
            GiveUp = context.CancelCurrentTest,
        };
        var outcome = await gated.RunAsync(instance, arguments, context.CancellationToken).ConfigureAwait(false);
        if (outcome.SkipReason is { } reason)
        {
            throw new SkippedException(reason);
        }

        if (outcome.Warning is { } warning)
        {
            context.AddWarning(warning);
        }

        // To the test's own output, and to anyone who follows the run.
        void Write(string text)
        {
            context.TestOutputHelper?.WriteLine(text);
            context.SendDiagnosticMessage($"{displayName}: {text}");
        }
    }
}
