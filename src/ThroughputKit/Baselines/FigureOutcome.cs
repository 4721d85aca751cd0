namespace ThroughputKit.Baselines;

/// <summary>How a figure stands to its baseline.</summary>
internal enum FigureOutcome
{
    /// <summary>Within the tolerance.</summary>
    Passed,

    /// <summary>Beyond it.</summary>
    Failed,

    /// <summary>Better by more than it.</summary>
    Better,

    /// <summary>Neither the run nor the baseline knows it.</summary>
    NotKnown,
}
