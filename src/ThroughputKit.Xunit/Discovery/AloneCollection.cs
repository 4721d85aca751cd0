using System.ComponentModel;
using System.Security.Cryptography;
using System.Text;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>
/// The throughput tests of a collection. It has the fixtures of that collection, but xunit runs it after all parallel
/// ones, with nothing beside it.
/// </summary>
internal sealed class AloneCollection : TestCollection
{
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public AloneCollection()
    {
    }

    /// <param name="original">The collection as the user has it.</param>
    public AloneCollection(ITestCollection original)
        : base(original.TestAssembly, AloneDefinition.Of(original.CollectionDefinition), original.DisplayName + " (alone)", Id(original))
    {
    }

    public override void Deserialize(IXunitSerializationInfo info)
    {
        base.Deserialize(info);
        CollectionDefinition = AloneDefinition.Of(CollectionDefinition);
    }

    // The same for every test of the original, whose own id is drawn anew in each discovery.
    private static Guid Id(ITestCollection original) =>
        new(SHA256.HashData(Encoding.UTF8.GetBytes($"{original.TestAssembly.Assembly.Name}\n{original.DisplayName}"))[..16]);
}
