using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>Moves tests into a collection in which nothing runs beside them.</summary>
internal static class Alone
{
    public static ITestMethod Move(ITestMethod method) => method.TestClass.TestCollection is AloneCollection
        ? method
        : new TestMethod(new TestClass(new AloneCollection(method.TestClass.TestCollection), method.TestClass.Class), method.Method);
}
