namespace ThroughputKit.Reports;

/// <summary>The shapes of verdicts, so that they don't depend on colours.</summary>
internal static class Marks
{
    /// <summary>Returns the mark of a verdict with a space; empty without one.</summary>
    public static string Of(GateVerdict? verdict) => verdict switch
    {
        GateVerdict.Passed => "\u2713 ",
        GateVerdict.Failed => "\u2717 ",
        GateVerdict.Inconclusive => "? ",
        _ => "",
    };
}
