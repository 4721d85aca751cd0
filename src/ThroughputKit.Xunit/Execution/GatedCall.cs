using System.Diagnostics;
using System.Reflection;
using ThroughputKit.Testing;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;
using TestMethod = ThroughputKit.Testing.TestMethod;

namespace ThroughputKit.Execution;

/// <summary>Calls the method of a test case, and judges the measurements by the gates.</summary>
[StackTraceHidden]
internal sealed class GatedCall
{
    private IMessageSink? _diagnostics;
    private Action<string>? _write;
    private CancellationToken _cancellationToken;

    /// <summary>Replaces the method of a test with one that judges its measurements, whoever calls it.</summary>
    /// <param name="test">The test's method.</param>
    /// <param name="displayName">Returns the name of the test with the arguments that its method is called with.</param>
    /// <param name="diagnosticMessageSink">Receives the output.</param>
    public ITestMethod Gate(ITestMethod test, Func<object?[]?, string> displayName, IMessageSink diagnosticMessageSink)
    {
        GatedTest.OnFound();
        _diagnostics = diagnosticMessageSink;
        var method = test.Method.ToRuntimeMethod();
        return method is GatedMethod ? test : new Xunit.Sdk.TestMethod(
            test.TestClass, Reflector.Wrap(new GatedMethod(method, (own, instance, arguments) => CallAsync(own, instance, arguments, displayName(arguments)))));
    }

    /// <summary>
    /// Runs the test case with what is out of reach if others call its method: the output is also in the results, a test can be skipped, and a cancellation
    /// of the run ends it.
    /// </summary>
    public Task<RunSummary> RunAsync(
        IMessageSink diagnosticMessageSink, IMessageBus messageBus, CancellationTokenSource cancellationTokenSource, Func<IMessageBus, Task<RunSummary>> run)
    {
        var bus = new ResultBus(messageBus);
        (_diagnostics, _write, _cancellationToken) = (diagnosticMessageSink, bus.Write, cancellationTokenSource.Token);
        return bus.RunAsync(run);
    }

    private async Task CallAsync(MethodInfo method, object? instance, object?[]? arguments, string displayName)
    {
        var attribute = (FactAttribute)method.GetCustomAttributes().OfType<IThroughputAttribute>().Single();
        var test = new GatedTest(
            new TestMethod(method, arguments?.Length ?? 0) { DisplayName = displayName },
            TestSettings.Of(method),
            attribute.Timeout == 0 ? null : TimeSpan.FromMilliseconds(attribute.Timeout),
            Environment.GetEnvironmentVariable,
            Write);
        var outcome = await test.RunAsync(instance, arguments, _cancellationToken).ConfigureAwait(false);
        if (outcome.SkipReason is { } reason)
        {
            throw new SkippedException(reason);
        }

        void Write(string text)
        {
            _write?.Invoke(text);
            _diagnostics!.OnMessage(new DiagnosticMessage($"{displayName}: {text}"));
        }
    }
}
