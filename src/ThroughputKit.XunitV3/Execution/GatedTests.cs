using ThroughputKit.Testing;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>Replaces the method of each test with one that judges its measurements by the gates.</summary>
internal static class GatedTests
{
    /// <summary>Converts the tests found by xunit into throughput tests. Those that are errors stay unchanged.</summary>
    public static IReadOnlyCollection<IXunitTestCase> Find(IReadOnlyCollection<IXunitTestCase> found)
    {
        GatedTest.OnFound();
        return [.. found.Select(Find)];
    }

    /// <param name="testCase">The test case that the tests belong to.</param>
    /// <param name="tests">The tests as created by xunit.</param>
    public static IReadOnlyCollection<IXunitTest> Of(XunitTestCase testCase, IReadOnlyCollection<IXunitTest> tests) =>
        [.. tests.Select((t, i) => Of(testCase, (XunitTest)t, i))];

    /// <summary>Returns one skipped test for all rows, which aren't known.</summary>
    public static IXunitTest Skipped(XunitTestCase testCase, string reason) => new XunitTest(
        testCase,
        (XunitTestMethod)testCase.TestMethod,
        testCase.Explicit,
        reason,
        skipType: null,
        skipUnless: null,
        skipWhen: null,
        testCase.TestCaseDisplayName,
        testIndex: 0,
        testCase.Traits.ToDictionary(t => t.Key, t => (IReadOnlyCollection<string>)t.Value, StringComparer.Ordinal),
        timeout: 0,
        []);

    /// <summary>
    /// Returns the reason why all throughput tests are skipped; <see langword="null"/> if they aren't, or if that is known only once the test runs.
    /// </summary>
    public static string? SkipReason(string? skipWhen, string? skipUnless) =>
        skipWhen is null && skipUnless is null ? new KitEnvironment(Environment.GetEnvironmentVariable).SkipReason : null;

    private static IXunitTestCase Find(IXunitTestCase found) => found switch
    {
        XunitDelayEnumeratedTheoryTestCase theory => new ThroughputTheoryTestCase(theory),
        XunitTestCase test when test.GetType() == typeof(XunitTestCase) => new ThroughputTestCase(test),
        ExecutionErrorTestCase => found,
        _ => throw new LoadTestException(TestProblems.UnknownKind(found.TestCaseDisplayName, found.GetType().FullName!)), // xunit would run it unmeasured
    };

    // With its index, a test gets the same ID as from xunit. The constructor that takes the ID is different in xunit 4.
    private static XunitTest Of(XunitTestCase testCase, XunitTest test, int index)
    {
        var method = (XunitTestMethod)test.TestMethod;
        var gated = new XunitTestMethod(
            method.TestClass, new GatedMethod(method.Method, new GatedCall(test.TestDisplayName, test.Timeout).RunAsync), method.TestMethodArguments,
            method.UniqueID);
        return new XunitTest(
            testCase,
            gated,
            test.Explicit,
            test.SkipReason ?? SkipReason(test.SkipWhen, test.SkipUnless),
            test.SkipType,
            test.SkipUnless,
            test.SkipWhen,
            test.TestDisplayName,
            index,
            test.Traits,
            timeout: 0, // xunit's own would count the wait for other measurements
            test.TestMethodArguments);
    }
}
