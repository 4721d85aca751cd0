using System.ComponentModel;
using System.Security.Cryptography;
using System.Text;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>
/// The throughput tests of a collection. It has the fixtures of that collection. xunit runs it after all parallel
/// collections, with nothing in parallel.
/// </summary>
internal sealed class SerialTestCollection : TestCollection
{
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public SerialTestCollection()
    {
    }

    /// <param name="original">The user's collection.</param>
    public SerialTestCollection(ITestCollection original)
        : base(original.TestAssembly, SerialCollectionDefinition.Of(original.CollectionDefinition), original.DisplayName + " (alone)", Id(original))
    {
    }

    /// <summary>Returns the same method in a collection of this kind.</summary>
    public static ITestMethod Move(ITestMethod method) => method.TestClass.TestCollection is SerialTestCollection
        ? method
        : new TestMethod(new TestClass(new SerialTestCollection(method.TestClass.TestCollection), method.TestClass.Class), method.Method);

    public override void Deserialize(IXunitSerializationInfo info)
    {
        base.Deserialize(info);
        CollectionDefinition = SerialCollectionDefinition.Of(CollectionDefinition);
    }

    // The same for every test of the original collection, whose own ID is generated anew in each discovery.
    private static Guid Id(ITestCollection original) =>
        new(SHA256.HashData(Encoding.UTF8.GetBytes($"{original.TestAssembly.Assembly.Name}\n{original.DisplayName}"))[..16]);
}
