using ThroughputKit.Testing;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>Converts the tests found by xunit into throughput tests. Those that are errors stay unchanged.</summary>
internal static class ThroughputTestCases
{
    public static IReadOnlyCollection<IXunitTestCase> Of(IReadOnlyCollection<IXunitTestCase> found) => [.. found.Select(Of)];

    private static IXunitTestCase Of(IXunitTestCase found) => found switch
    {
        XunitDelayEnumeratedTheoryTestCase theory => new ThroughputTheoryTestCase(theory),
        XunitTestCase test when test.GetType() == typeof(XunitTestCase) => new ThroughputTestCase(test),
        ExecutionErrorTestCase => found,
        _ => throw new LoadTestException(TestProblems.UnknownKind(found.TestCaseDisplayName, found.GetType().FullName!)), // xunit would run it unmeasured
    };
}
