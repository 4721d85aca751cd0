namespace ThroughputKit.Testing;

/// <summary>The form of a test method.</summary>
internal enum MethodForm
{
    /// <summary>None of the known forms.</summary>
    Unknown,

    /// <summary>Returns a load test, which the kit runs.</summary>
    ReturnsTest,

    /// <summary>Runs its load itself.</summary>
    RunsItself,
}
