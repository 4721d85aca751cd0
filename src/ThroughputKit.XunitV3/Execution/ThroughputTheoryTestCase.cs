using System.ComponentModel;
using ThroughputKit.Testing;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>A theory whose rows are found only when it runs.</summary>
internal sealed class ThroughputTheoryTestCase : XunitDelayEnumeratedTheoryTestCase
{
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public ThroughputTheoryTestCase()
    {
    }

    /// <param name="found">The theory as xunit found it.</param>
    public ThroughputTheoryTestCase(XunitDelayEnumeratedTheoryTestCase found)
        : base(
            found.TestMethod,
            found.TestCaseDisplayName,
            found.UniqueID,
            found.Explicit,
            found.SkipTestWithoutData,
            found.SkipExceptions,
            found.SkipReason,
            found.SkipType,
            found.SkipUnless,
            found.SkipWhen,
            found.Traits,
            found.SourceFilePath,
            found.SourceLineNumber,
            timeout: 0) // xunit's own would count the time for which others measure
    {
    }

    // Xunit 4 lets a theory without any attribute for its data vanish.
    public override async ValueTask<IReadOnlyCollection<IXunitTest>> CreateTests()
    {
        var tests = Gated.Of(this, await base.CreateTests().ConfigureAwait(false));
        return tests.Count > 0 || SkipTestWithoutData ? tests : throw new LoadTestException(TestProblems.NoData(((XunitTestMethod)TestMethod).Method.Name));
    }
}
