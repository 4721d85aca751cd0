using ThroughputKit.Tests.Attributes.Support;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Baselines that are exceeded or have other settings: the same for both versions of xunit.</summary>
[Trait("Category", "Slow")]
public sealed class BaselineLimitTests : IDisposable
{
    private readonly BaselinedCopy _copy = new();

    public void Dispose() => _copy.Dispose();

    [ReleaseFact]
    public async Task Exceeding_the_baseline_fails_and_different_settings_are_an_error()
    {
        const string Beyond = "Rows(path: \"/text\")", Other = "Rows(path: \"/status/201\")";
        _copy.Take((await Approved.RunAsync()).Text);
        _copy.Edit(Beyond, "exact", "allocatedBytesPerRequest", 1);
        _copy.Edit(Other, "settings", "connections", 3);

        var run = await _copy.RunAsync(BaselinedCopy.Rows);

        Assert.Equal("Failed", run[$"Baselined.{Beyond}"].Outcome);
        var message = run[$"Baselined.{Beyond}"].Message;
        Pattern.IsIn("ThroughputKit.LoadGateException : A gate failed:\n- Baseline: +# B since approval, ", message); // which types are named is up to sampling
        Pattern.IsIn(": # B allocated per request, 1.0 approved; limit 9.0 (#% over). ", message);
        Pattern.IsIn(" Allocated types, sampled:\n    #% ", message); // which comes first, the sample decides
        Pattern.IsIn($"\n  The baseline is 'XunitSpecimens.Baselined.{Beyond}' in {_copy.Baseline}; if the change is intended, set the environment variable THROUGHPUTKIT_APPROVE to 1 and run the test.\n\nGET /text: 2 connections", message);
        Assert.StartsWith(
            $"ThroughputKit.LoadTestException : The test could not be judged. The settings differ from those of the baseline 'XunitSpecimens.Baselined.{Other}' in "
            + $"{_copy.Baseline}: 2 connections. Expected: 3 connections, as approved.",
            run[$"Baselined.{Other}"].Message,
            StringComparison.Ordinal);
    }
}
