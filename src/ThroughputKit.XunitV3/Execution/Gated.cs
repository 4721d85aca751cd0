using ThroughputKit.Testing;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>Puts a method that gates in the place of the method of each test.</summary>
internal static class Gated
{
    /// <param name="testCase">What the tests belong to.</param>
    /// <param name="tests">The tests as xunit makes them.</param>
    public static IReadOnlyCollection<IXunitTest> Of(XunitTestCase testCase, IReadOnlyCollection<IXunitTest> tests) => [.. tests.Select((t, i) => Of(testCase, (XunitTest)t, i))];

    // By its number a test has the same id as xunit gives it. The constructor that takes the id is another one in xunit 4.
    private static XunitTest Of(XunitTestCase testCase, XunitTest test, int index)
    {
        var method = (XunitTestMethod)test.TestMethod;
        var gated = new XunitTestMethod(
            method.TestClass, new GatedMethod(method.Method, test.TestDisplayName), method.TestMethodArguments, method.UniqueID);
        return new XunitTest(
            testCase,
            gated,
            test.Explicit,
            test.SkipReason ?? (test.SkipWhen is null && test.SkipUnless is null ? new KitEnvironment(Environment.GetEnvironmentVariable).SkipReason : null),
            test.SkipType,
            test.SkipUnless,
            test.SkipWhen,
            test.TestDisplayName,
            index,
            test.Traits,
            timeout: 0,
            test.TestMethodArguments);
    }
}
