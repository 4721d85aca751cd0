using System.ComponentModel;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>One throughput test, or one row of a theory.</summary>
internal sealed class ThroughputTestCase : XunitTestCase
{
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public ThroughputTestCase()
    {
    }

    /// <param name="found">The test as found by xunit.</param>
    public ThroughputTestCase(XunitTestCase found)
        : base(
            found.TestMethod,
            found.TestCaseDisplayName,
            found.UniqueID,
            found.Explicit,
            found.SkipExceptions,
            found.SkipReason,
            found.SkipType,
            found.SkipUnless,
            found.SkipWhen,
            found.Traits,
            found.TestMethodArguments,
            found.SourceFilePath,
            found.SourceLineNumber,
            timeout: found.Timeout)
    {
    }

    public override async ValueTask<IReadOnlyCollection<IXunitTest>> CreateTests() => GatedTests.Of(this, await base.CreateTests().ConfigureAwait(false));
}
