namespace ThroughputKit.Tests.Support;

/// <summary>Programs that are built with the tests and run in their own process.</summary>
internal static class Built
{
#if DEBUG
    public const string Configuration = "Debug";
#else
    public const string Configuration = "Release";
#endif

    /// <summary>Gets the folder of TestApp's own build.</summary>
    public static string TestApp { get; } = FolderOf("TestApp");

    /// <summary>Gets the program that is killed during a run.</summary>
    public static string KilledRun { get; } = Assembly("KilledRun");

    /// <summary>Gets the program of the published experiments.</summary>
    public static string Experiments { get; } = Path.Combine(Repository.Root, "samples", "Experiments", "bin", Configuration, "net10.0", "Experiments.dll");

    /// <summary>Returns the assembly of a project among the tests.</summary>
    public static string Assembly(string project) => Path.Combine(FolderOf(project), $"{project}.dll");

    private static string FolderOf(string project) => Path.Combine(Repository.Root, "tests", project, "bin", Configuration, "net10.0");
}
