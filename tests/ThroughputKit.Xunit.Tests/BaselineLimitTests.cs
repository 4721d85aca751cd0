using ThroughputKit.Tests.Attributes.Support;

namespace ThroughputKit.Tests.Attributes;

/// <summary>Baselines that are exceeded, or of other settings: the same for both versions of xunit.</summary>
public sealed class BaselineLimitTests : IDisposable
{
    private readonly BaselinedCopy _copy = new();

    public void Dispose() => _copy.Dispose();

    [ReleaseFact]
    public async Task What_is_beyond_it_fails_and_other_settings_are_an_error()
    {
        await _copy.RunAsync(BaselinedCopy.Fact, ("THROUGHPUTKIT_APPROVE", "1"));

        _copy.Edit("(?<=\"allocatedBytesPerRequest\": )[0-9.]+", "1");
        var beyond = await _copy.RunAsync(BaselinedCopy.Fact);
        Assert.Equal("Failed", beyond["Baselined.Fact"].Outcome);
        var message = beyond["Baselined.Fact"].Message;
        Pattern.IsIn("ThroughputKit.LoadGateException : A gate failed:\n- Baseline: # B allocated a request, 1.0 approved, allowed at most 9.0: # (#%) above the limit. Windows: #", message);
        Pattern.IsIn(" Allocated types, sampled: System.", message);
        Pattern.IsIn($". The baseline is 'XunitSpecimens.Baselined.Fact' in {_copy.Baseline}; if the change is meant, run the test with THROUGHPUTKIT_APPROVE=1.\n\nGET /text: 2 connections", message);

        _copy.Edit("\"connections\": 2", "\"connections\": 3");
        Assert.StartsWith(
            "ThroughputKit.LoadTestException : The test could not be judged. Measured with other settings than the baseline 'XunitSpecimens.Baselined.Fact' in "
            + $"{_copy.Baseline}: the connections: 2. Allowed: 3, as it was approved.",
            (await _copy.RunAsync(BaselinedCopy.Fact))["Baselined.Fact"].Message,
            StringComparison.Ordinal);
    }
}
