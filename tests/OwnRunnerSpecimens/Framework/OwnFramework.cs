using System.Reflection;
using Xunit.Sdk;

[assembly: Xunit.TestFramework("OwnRunnerSpecimens.Framework.OwnFramework", "OwnRunnerSpecimens")]

namespace OwnRunnerSpecimens.Framework;

/// <summary>A test framework whose runners never ask a test case to run itself, and whose discoverer never asks some attributes for theirs.</summary>
public sealed class OwnFramework(IMessageSink messageSink) : XunitTestFramework(messageSink)
{
    protected override ITestFrameworkDiscoverer CreateDiscoverer(IAssemblyInfo assemblyInfo) =>
        new OwnDiscoverer(assemblyInfo, SourceInformationProvider, DiagnosticMessageSink);

    protected override ITestFrameworkExecutor CreateExecutor(AssemblyName assemblyName) =>
        new OwnExecutor(assemblyName, SourceInformationProvider, DiagnosticMessageSink);
}
