namespace Experiments;

/// <summary>The repository that this program was built in.</summary>
internal static class Repository
{
    /// <summary>Gets its folder, from wherever the program was started; the current folder if the program lies elsewhere.</summary>
    public static string Root { get; } = Find() ?? Environment.CurrentDirectory;

    private static string? Find()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "ThroughputKit.sln")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName;
    }
}
