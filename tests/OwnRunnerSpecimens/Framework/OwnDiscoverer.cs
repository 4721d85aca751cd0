using Xunit.Sdk;

namespace OwnRunnerSpecimens.Framework;

/// <summary>Makes plain test cases of one class, whatever its attributes are.</summary>
internal sealed class OwnDiscoverer(IAssemblyInfo assembly, ISourceInformationProvider sources, IMessageSink diagnostics)
    : XunitTestFrameworkDiscoverer(assembly, sources, diagnostics)
{
    protected override bool FindTestsForMethod(
        ITestMethod testMethod, bool includeSourceInformation, IMessageBus messageBus, ITestFrameworkDiscoveryOptions discoveryOptions)
    {
        if (testMethod.TestClass.Class.Name != typeof(Ungated).FullName || !testMethod.Method.GetCustomAttributes(typeof(Xunit.FactAttribute)).Any())
        {
            return base.FindTestsForMethod(testMethod, includeSourceInformation, messageBus, discoveryOptions);
        }

        var testCase = new XunitTestCase(
            DiagnosticMessageSink, discoveryOptions.MethodDisplayOrDefault(), discoveryOptions.MethodDisplayOptionsOrDefault(), testMethod);
        return ReportDiscoveredTestCase(testCase, includeSourceInformation, messageBus);
    }
}
