using System.Reflection;
using System.Runtime.CompilerServices;
using ThroughputKit.Discovery;
using ThroughputKit.Testing;
using Xunit;
using Xunit.v3;

namespace ThroughputKit;

[XunitTestCaseDiscoverer(typeof(ThroughputFactDiscoverer))]
public partial class ThroughputFactAttribute : FactAttribute, ITraitAttribute, IBeforeAfterTestAttribute
{
    /// <summary>Initializes a new instance of the <see cref="ThroughputFactAttribute"/> class.</summary>
    /// <param name="sourceFile">The path of the test's source file, which the compiler fills in.</param>
    /// <param name="sourceLine">The line number of the test in the source file, which the compiler fills in.</param>
    public ThroughputFactAttribute([CallerFilePath] string sourceFile = "", [CallerLineNumber] int sourceLine = -1)
        : base(sourceFile, sourceLine) => _settings = new TestSettings { SourceFile = sourceFile };

    IReadOnlyCollection<KeyValuePair<string, string>> ITraitAttribute.GetTraits() => [new("Category", "Throughput")];

    void IBeforeAfterTestAttribute.Before(MethodInfo methodUnderTest, IXunitTest test) => GatedMethod.Require(methodUnderTest);

    void IBeforeAfterTestAttribute.After(MethodInfo methodUnderTest, IXunitTest test)
    {
    }
}
