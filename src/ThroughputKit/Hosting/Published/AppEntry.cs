namespace ThroughputKit.Hosting.Published;

/// <summary>An app in a folder that can be started.</summary>
/// <param name="Name">The name of its assembly.</param>
/// <param name="File">The file to start: the app's own executable, or the assembly that dotnet runs.</param>
/// <param name="Settings">The runtime's settings for it; <see langword="null"/> for an app in a single file, which has them inside.</param>
internal sealed record AppEntry(string Name, string File, RuntimeConfig? Settings)
{
    public bool IsSingleFile => Settings is null;

    /// <summary>Gets whether dotnet runs the app.</summary>
    public bool NeedsDotnet => Settings is { IsSelfContained: false };

    /// <summary>Gets the app's assembly, if that is a separate file.</summary>
    public string? Assembly => IsSingleFile ? null : Path.Combine(Path.GetDirectoryName(File)!, $"{Name}.dll");
}
