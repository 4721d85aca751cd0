using System.Runtime.CompilerServices;
using ThroughputKit.Testing;
using Xunit;
using Xunit.Sdk;

namespace ThroughputKit;

[XunitTestCaseDiscoverer("ThroughputKit.Discovery.ThroughputFactDiscoverer", "ThroughputKit.Xunit")]
[TraitDiscoverer("ThroughputKit.Discovery.CategoryDiscoverer", "ThroughputKit.Xunit")]
public partial class ThroughputFactAttribute : FactAttribute, ITraitAttribute
{
    /// <summary>Initializes a new instance of the <see cref="ThroughputFactAttribute"/> class.</summary>
    /// <param name="sourceFile">The path of the test's source file, which the compiler fills in.</param>
    public ThroughputFactAttribute([CallerFilePath] string sourceFile = "") => _settings = new TestSettings { SourceFile = sourceFile };
}
