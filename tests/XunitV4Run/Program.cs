using System.Text.Json;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;
using XunitV4Run;

// usage: XunitV4Run <class> ...: runs the specimens of these classes, and prints a line of JSON for each test.
TestContext.SetForInitialization(diagnosticMessageSink: null, diagnosticMessages: false, internalDiagnosticMessages: false);
var assembly = typeof(XunitSpecimens.Passing).Assembly;
var framework = new XunitTestFramework();
var options = new Options();
var chosen = new List<ITestCase>();
await framework.GetDiscoverer(assembly).Find(
    found =>
    {
        // Those within another class belong to it.
        if (args.Contains(found.TestClassSimpleName?.Split('+')[0]))
        {
            chosen.Add(found);
        }

        return ValueTask.FromResult(true);
    },
    options);
var outcomes = new Outcomes();
await framework.GetExecutor(assembly).RunTestCases(chosen, outcomes, options, CancellationToken.None);
foreach (var outcome in outcomes.All)
{
    Console.WriteLine(JsonSerializer.Serialize(outcome));
}
