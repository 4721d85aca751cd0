using System.Reflection;
using Xunit.Sdk;

namespace OwnRunnerSpecimens.Framework;

internal sealed class OwnExecutor(AssemblyName assemblyName, ISourceInformationProvider sources, IMessageSink diagnostics)
    : XunitTestFrameworkExecutor(assemblyName, sources, diagnostics)
{
#pragma warning disable VSTHRD100, MA0155 // as the base declares it
    protected override async void RunTestCases(IEnumerable<IXunitTestCase> testCases, IMessageSink executionMessageSink, ITestFrameworkExecutionOptions executionOptions)
#pragma warning restore VSTHRD100, MA0155
    {
        using var runner = new OwnAssemblyRunner(TestAssembly, testCases, DiagnosticMessageSink, executionMessageSink, executionOptions);
        await runner.RunAsync();
    }
}
