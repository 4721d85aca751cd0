namespace ThroughputKit.Hosting.Published;

/// <summary>An app of a folder that can be started.</summary>
/// <param name="Name">The name of its assembly.</param>
/// <param name="File">The file that is started: the app's own executable, or the assembly that dotnet runs.</param>
/// <param name="Settings">What the runtime reads for it, as far as it is known.</param>
internal sealed record AppEntry(string Name, string File, RuntimeConfig? Settings)
{
    /// <summary>Gets whether it is in a single file.</summary>
    public bool IsSingleFile { get; init; }

    /// <summary>Gets whether it is an executable without anything of .NET's in it.</summary>
    public bool IsNative { get; init; }

    /// <summary>Gets whether dotnet runs it.</summary>
    public bool NeedsDotnet => !IsSingleFile && Settings?.IsSelfContained == false;

    /// <summary>Gets whether it looks by itself for a runtime that is installed.</summary>
    public bool FindsRuntime => IsSingleFile && Settings?.IsSelfContained == false;

    /// <summary>Gets its assembly, where that is a file of its own.</summary>
    public string? Assembly => IsSingleFile ? null : Path.Combine(Path.GetDirectoryName(File)!, $"{Name}.dll");
}
