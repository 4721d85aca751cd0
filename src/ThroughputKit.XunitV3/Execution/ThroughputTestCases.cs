using ThroughputKit.Testing;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>Makes throughput tests of tests as xunit finds them. Those that are errors stay as they are.</summary>
internal static class ThroughputTestCases
{
    public static IReadOnlyCollection<IXunitTestCase> Of(IReadOnlyCollection<IXunitTestCase> found) => [.. found.Select(Of)];

    private static IXunitTestCase Of(IXunitTestCase found) => found switch
    {
        XunitDelayEnumeratedTheoryTestCase theory => new ThroughputTheoryTestCase(theory),
        XunitTestCase test when test.GetType() == typeof(XunitTestCase) => new ThroughputTestCase(test),
        ExecutionErrorTestCase => found,
        _ => throw new LoadTestException(TestProblems.UnknownKind(found.TestCaseDisplayName, found.GetType().FullName!)), // xunit would run it, and nothing would be measured
    };
}
