using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>Moves tests into a collection in which nothing runs in parallel with them.</summary>
internal static class SerialCollection
{
    public static ITestMethod Move(ITestMethod method) => method.TestClass.TestCollection is SerialTestCollection
        ? method
        : new TestMethod(new TestClass(new SerialTestCollection(method.TestClass.TestCollection), method.TestClass.Class), method.Method);
}
