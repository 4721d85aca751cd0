using ThroughputKit.Engines;
using Xunit.Abstractions;
using Xunit.Sdk;

[assembly: TestFramework("ThroughputKit.Tests.Support.EngineFramework", "ThroughputKit.Tests")]

namespace ThroughputKit.Tests.Support;

/// <summary>Skips the classes named OnUring, with the reason, where io_uring can't be used: their tests are those of all engines.</summary>
public sealed class EngineFramework(IMessageSink messages) : XunitTestFramework(messages)
{
    protected override ITestFrameworkDiscoverer CreateDiscoverer(IAssemblyInfo assemblyInfo) =>
        new Discoverer(assemblyInfo, SourceInformationProvider, DiagnosticMessageSink);

    private sealed class Discoverer(IAssemblyInfo assembly, ISourceInformationProvider sources, IMessageSink messages)
        : XunitTestFrameworkDiscoverer(assembly, sources, messages)
    {
        protected override bool FindTestsForMethod(
            ITestMethod testMethod, bool includeSourceInformation, IMessageBus messageBus, ITestFrameworkDiscoveryOptions discoveryOptions)
        {
            if (!testMethod.TestClass.Class.Name.EndsWith("+OnUring", StringComparison.Ordinal)
                || EngineFactory.WhyNotUring is not { } reason
                || !testMethod.Method.GetCustomAttributes(typeof(FactAttribute)).Any())
            {
                return base.FindTestsForMethod(testMethod, includeSourceInformation, messageBus, discoveryOptions);
            }

            var skipped = new XunitSkippedDataRowTestCase(
                DiagnosticMessageSink, discoveryOptions.MethodDisplayOrDefault(), discoveryOptions.MethodDisplayOptionsOrDefault(), testMethod, reason, []);
            return ReportDiscoveredTestCase(skipped, includeSourceInformation, messageBus);
        }
    }
}
