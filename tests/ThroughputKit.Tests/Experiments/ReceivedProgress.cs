namespace ThroughputKit.Tests.Experiments;

/// <summary>Keeps what an experiment reports.</summary>
internal sealed class ReceivedProgress : IProgress<LoadProgress>
{
    public List<LoadProgress> Reports { get; } = [];

    public void Report(LoadProgress value) => Reports.Add(value);
}
