namespace ThroughputKit.Hosting.Published;

/// <summary>An app of a folder that can be started.</summary>
/// <param name="Name">The name of its assembly.</param>
/// <param name="File">The file that is started: the app's own executable, or the assembly that dotnet runs.</param>
/// <param name="Settings">What the runtime reads for it; <see langword="null"/> for an app in a single file.</param>
internal sealed record AppEntry(string Name, string File, RuntimeConfig? Settings)
{
    /// <summary>Gets whether dotnet runs it.</summary>
    public bool NeedsDotnet => Settings?.IsSelfContained == false;

    /// <summary>Gets its assembly, where that is a file of its own.</summary>
    public string? Assembly => Settings is null ? null : Path.Combine(Path.GetDirectoryName(File)!, $"{Name}.dll");
}
