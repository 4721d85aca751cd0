namespace HotPath;

/// <summary>How often what a benchmark measures is done in a load test.</summary>
internal static class Category
{
    /// <summary>For every request: nothing may be allocated.</summary>
    public const string PerRequest = "PerRequest";

    /// <summary>Before or after the load.</summary>
    public const string PerRun = "PerRun";
}
