namespace ThroughputKit.Testing;

/// <summary>What a test method does.</summary>
internal enum MethodForm
{
    /// <summary>It has none of the forms that are known.</summary>
    Unknown,

    /// <summary>It returns a load test, which is run for it.</summary>
    ReturnsTest,

    /// <summary>It runs its load itself.</summary>
    RunsItself,
}
