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
            timeout: found.Timeout)
    {
    }

    public override async ValueTask<IReadOnlyCollection<IXunitTest>> CreateTests()
    {
        var method = (XunitTestMethod)TestMethod;
        if (Gated.SkipReason(SkipWhen, SkipUnless) is { } reason)
        {
            return [Gated.Skipped(this, reason)]; // without asking for rows, which may need what isn't there
        }

        // Xunit lets a theory without any attribute for its data vanish, and one that may be without rows is lost in some reports.
        var tests = await FindAsync().ConfigureAwait(false);
        return tests.Count > 0 ? Gated.Of(this, tests)
            : SkipTestWithoutData ? [Gated.Skipped(this, $"{method.Method.Name} has no data.")]
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
