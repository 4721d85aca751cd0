using System.Diagnostics;
using System.Reflection;
using ThroughputKit.Testing;
using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;
using TestMethod = ThroughputKit.Testing.TestMethod;

namespace ThroughputKit.Execution;

/// <summary>Calls a test's method, and judges the measurements by the gates.</summary>
[StackTraceHidden]
internal static class GatedCall
{
    /// <summary>Replaces the method of a test with one that judges its measurements, for runners that call it themselves.</summary>
    /// <param name="test">The test's method.</param>
    /// <param name="displayName">Returns the name of the test with the arguments that its method is called with.</param>
    /// <param name="diagnosticMessageSink">Receives the output: the output of such a runner is out of reach.</param>
    public static ITestMethod Gate(ITestMethod test, Func<object?[]?, string> displayName, IMessageSink diagnosticMessageSink)
    {
        var method = test.Method.ToRuntimeMethod();
        return method is GatedMethod ? test : new Xunit.Sdk.TestMethod(test.TestClass, Reflector.Wrap(new GatedMethod(method, RunAsync)));

        Task RunAsync(MethodInfo own, object? instance, object?[]? arguments)
        {
            var name = displayName(arguments);
            return GatedCall.RunAsync(own, instance, arguments, name, Write, CancellationToken.None);

            void Write(string text) => diagnosticMessageSink.OnMessage(new DiagnosticMessage($"{name}: {text}"));
        }
    }

    /// <param name="method">The method, gated or not.</param>
    /// <param name="instance">The object that has the method; <see langword="null"/> for a static method.</param>
    /// <param name="arguments">The method's arguments.</param>
    /// <param name="displayName">The name of the test in reports.</param>
    /// <param name="write">Writes lines to the test's output.</param>
    /// <param name="cancellationToken">Cancels the test.</param>
    public static async Task RunAsync(
        MethodInfo method, object? instance, object?[]? arguments, string displayName, Action<string> write, CancellationToken cancellationToken)
    {
        var own = method is GatedMethod gated ? gated.Own : method;
        var attribute = (FactAttribute)own.GetCustomAttributes().OfType<IThroughputAttribute>().Single();
        var test = new GatedTest(
            new TestMethod(own, arguments?.Length ?? 0) { DisplayName = displayName },
            ((IThroughputAttribute)attribute).Settings,
            attribute.Timeout == 0 ? null : TimeSpan.FromMilliseconds(attribute.Timeout),
            Environment.GetEnvironmentVariable,
            write);
        var outcome = await test.RunAsync(instance, arguments, cancellationToken).ConfigureAwait(false);
        if (outcome.SkipReason is { } reason)
        {
            throw new SkippedException(reason);
        }
    }
}
