using Xunit.v3;

namespace ThroughputKit.Discovery;

/// <summary>
/// Moves tests into a collection in which nothing runs beside them. It has the fixtures of the collection that they were in.
/// </summary>
/// <remarks>
/// Members are read through classes and not through interfaces throughout this assembly: in xunit 4 those of interfaces have moved, so that an assembly
/// that was built for 3 would not find them.
/// </remarks>
internal static class Alone
{
    private const string Suffix = " (alone)";

    public static XunitTestMethod Move(IXunitTestMethod method)
    {
        var own = (XunitTestMethod)method;
        var type = (XunitTestClass)own.TestClass;
        var collection = (XunitTestCollection)type.TestCollection;
        return new XunitTestMethod(new XunitTestClass(type.Class, Alike(collection)), own.Method, own.TestMethodArguments);
    }

    private static XunitTestCollection Alike(XunitTestCollection users) =>
        new(users.TestAssembly, users.CollectionDefinition, disableParallelization: true, users.TestCollectionDisplayName + Suffix);
}
