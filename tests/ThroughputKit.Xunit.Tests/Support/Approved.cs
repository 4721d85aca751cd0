namespace ThroughputKit.Tests.Attributes.Support;

/// <summary>One run that approves baselines, shared by all tests that start from approved baselines.</summary>
internal static class Approved
{
    private static readonly Lazy<Task<Outcome>> _outcome = new(RunOnceAsync);

    public static Task<Outcome> RunAsync() => _outcome.Value;

    private static async Task<Outcome> RunOnceAsync()
    {
        using var copy = new BaselinedCopy();
        var run = await copy.RunAsync(BaselinedCopy.Rows, ("THROUGHPUTKIT_APPROVE", "1"));
        return new Outcome(run, copy.Baseline, await File.ReadAllTextAsync(copy.Baseline));
    }

    /// <param name="Run">The run.</param>
    /// <param name="Path">Where the baseline was written.</param>
    /// <param name="Text">What was written.</param>
    internal sealed record Outcome(SpecimenRun Run, string Path, string Text);
}
