namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a folder that can be started.</summary>
/// <param name="Name">The name of its assembly.</param>
/// <param name="File">The file to start: the app's own executable, or the assembly that dotnet runs.</param>
/// <param name="Settings">The runtime's settings for it, as far as they are known.</param>
internal sealed record AppEntry(string Name, string File, RuntimeConfig? Settings)
{
    /// <summary>Gets whether the app is a single file.</summary>
    public bool IsSingleFile { get; init; }

    /// <summary>Gets whether dotnet runs the app.</summary>
    public bool NeedsDotnet => !IsSingleFile && Settings?.IsSelfContained == false;

    /// <summary>Gets the app's assembly, if that is a separate file.</summary>
    public string? Assembly => IsSingleFile ? null : Path.Combine(Path.GetDirectoryName(File)!, $"{Name}.dll");
}
