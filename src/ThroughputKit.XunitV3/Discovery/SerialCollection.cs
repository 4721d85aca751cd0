using Xunit.v3;

namespace ThroughputKit.Discovery;

/// <summary>
/// Moves tests into a collection in which nothing runs in parallel with them. It has the fixtures of their original collection.
/// </summary>
/// <remarks>
/// Throughout this assembly, members are accessed through classes, not through interfaces. xunit 4 has moved the members of interfaces, and an assembly
/// built for xunit 3 would not find them.
/// </remarks>
internal static class SerialCollection
{
    public static XunitTestMethod Move(IXunitTestMethod method)
    {
        var own = (XunitTestMethod)method;
        var type = (XunitTestClass)own.TestClass;
        var users = (XunitTestCollection)type.TestCollection;
        var serial = new XunitTestCollection(
            users.TestAssembly, users.CollectionDefinition, disableParallelization: true, users.TestCollectionDisplayName + " (alone)");
        return new XunitTestMethod(new XunitTestClass(type.Class, serial), own.Method, own.TestMethodArguments);
    }
}
