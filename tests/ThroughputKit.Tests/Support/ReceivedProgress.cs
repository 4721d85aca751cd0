namespace ThroughputKit.Tests.Support;

/// <summary>Keeps what a run reports.</summary>
internal sealed class ReceivedProgress : IProgress<LoadProgress>
{
    public List<LoadProgress> Reports { get; } = [];

    public IEnumerable<string> Steps => Reports.Select(r => r.Step).Distinct();

    public void Report(LoadProgress value) => Reports.Add(value);
}
