namespace ThroughputKit.Baselines;

/// <summary>What makes a test write its baseline rather than be judged by it.</summary>
internal static class ApproveSwitch
{
    public const string Variable = "THROUGHPUTKIT_APPROVE";

    /// <summary>How to approve, as the end of a sentence.</summary>
    public const string How = "run the test with " + Variable + "=1";

    /// <summary>How to replace a file that is no good.</summary>
    public const string Replace = "Take it back from version control, or delete it and approve anew: " + How + ".";
}
