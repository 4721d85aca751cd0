namespace ThroughputKit.Baselines;

/// <summary>The environment variable that makes a test write its baseline instead of being judged by it.</summary>
internal static class ApproveSwitch
{
    public const string Variable = "THROUGHPUTKIT_APPROVE";

    /// <summary>Instruction for approving, as the end of a sentence.</summary>
    public const string How = "run the test with " + Variable + "=1";

    /// <summary>Instruction for replacing an unusable file.</summary>
    public const string Replace = "Restore it from version control, or delete it and approve again: " + How + ".";
}
