using System.Diagnostics;
using System.Reflection;
using System.Text;
using ThroughputKit.Testing;
using Xunit;
using Xunit.v3;
using TestMethod = ThroughputKit.Testing.TestMethod;

namespace ThroughputKit.Execution;

/// <summary>Calls a test's method, and judges the measurements by the gates.</summary>
/// <param name="displayName">The name of the test in reports.</param>
/// <param name="timeout">The maximum duration, in milliseconds; 0 for no limit. A row of a theory may have a different limit than its attribute.</param>
[StackTraceHidden]
internal sealed class GatedCall(string displayName, int timeout)
{
    private readonly OutputLimit _limit = new();

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
            Attach = (name, text, type) => context.AddAttachment(name, Encoding.UTF8.GetBytes(text), replaceExistingValue: true, type),
            GiveUp = context.CancelCurrentTest,
        };
        TestOutcome outcome;
        try
        {
            outcome = await gated.RunAsync(instance, arguments, context.CancellationToken).ConfigureAwait(false);
        }
        finally
        {
            LimitOutput(context);
        }

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
            _limit.Exempt(text);
            context.TestOutputHelper?.WriteLine(text);
            context.SendDiagnosticMessage($"{displayName}: {text}");
        }
    }

    // Xunit has reported each line as it was written. Its buffer is what will be in the result.
    private void LimitOutput(TestContext context)
    {
        if (context is not { Test: { } test, TestOutputHelper: TestOutputHelper output })
        {
            return;
        }

        var passed = _limit.Add(output.Output);
        if (_limit.LeftOut is { } leftOut)
        {
            output.Uninitialize();
            output.Initialize(new SilentBus(), test);
            output.WriteLine(passed + leftOut);
        }
    }
}
