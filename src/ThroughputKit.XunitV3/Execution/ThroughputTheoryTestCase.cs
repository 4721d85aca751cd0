using System.ComponentModel;
using ThroughputKit.Testing;
using Xunit.v3;

namespace ThroughputKit.Execution;

/// <summary>A theory whose rows are discovered only when it runs.</summary>
internal sealed class ThroughputTheoryTestCase : XunitDelayEnumeratedTheoryTestCase
{
    [EditorBrowsable(EditorBrowsableState.Never)]
    [Obsolete("For deserialization only.")]
    public ThroughputTheoryTestCase()
    {
    }

    /// <param name="found">The theory as found by xunit.</param>
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
            timeout: found.Timeout)
    {
    }

    public override async ValueTask<IReadOnlyCollection<IXunitTest>> CreateTests()
    {
        var method = (XunitTestMethod)TestMethod;
        if (GatedTests.SkipReason(SkipWhen, SkipUnless) is { } reason)
        {
            return [GatedTests.Skipped(this, reason)]; // without reading rows, which may need something unavailable
        }

        // Xunit drops a theory that has no data attribute. A theory that may have no rows is missing from some reports.
        var tests = await FindAsync().ConfigureAwait(false);
        return tests.Count > 0 ? GatedTests.Of(this, tests)
            : SkipTestWithoutData ? [GatedTests.Skipped(this, $"{method.Method.Name} has no data.")]
            : throw new LoadTestException(TestProblems.NoData(method.Method.Name));
    }

    private async ValueTask<IReadOnlyCollection<IXunitTest>> FindAsync()
    {
        try
        {
            return await base.CreateTests().ConfigureAwait(false);
        }
        catch (Exception e) when (SkipTestWithoutData && SkippedException.IsSkip(e))
        {
            return [];
        }
    }
}
