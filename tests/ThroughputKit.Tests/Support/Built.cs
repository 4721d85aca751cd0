namespace ThroughputKit.Tests.Support;

/// <summary>What was built with the tests, and runs in a process of its own.</summary>
internal static class Built
{
#if DEBUG
    public const string Configuration = "Debug";
#else
    public const string Configuration = "Release";
#endif

    /// <summary>Gets the folder of TestApp's own build.</summary>
    public static string TestApp { get; } = FolderOf("TestApp");

    /// <summary>Gets the program that is killed in the midst of a run.</summary>
    public static string KilledRun { get; } = Path.Combine(FolderOf("KilledRun"), "KilledRun.dll");

    private static string FolderOf(string project) => Path.Combine(Repository.Root, "tests", project, "bin", Configuration, "net10.0");
}
