using System.ComponentModel;
using System.Reflection;
using ThroughputKit.Testing;
using Xunit.Sdk;

namespace ThroughputKit;

/// <summary>
/// Fails throughput tests that a test framework is about to call without their gates, as one with a discoverer of its own would. The package puts it on every
/// test assembly.
/// </summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class ThroughputGuardAttribute : BeforeAfterTestAttribute
{
    /// <inheritdoc/>
    public override void Before(MethodInfo methodUnderTest) => GatedMethod.Require(methodUnderTest);
}
