namespace ThroughputKit.Baselines;

/// <summary>The outcome of comparing a figure with its baseline.</summary>
internal enum FigureOutcome
{
    /// <summary>Within the tolerance.</summary>
    Passed,

    /// <summary>Beyond the tolerance.</summary>
    Failed,

    /// <summary>Better by more than the tolerance.</summary>
    Better,

    /// <summary>Known neither from the run nor from the baseline.</summary>
    NotKnown,
}
