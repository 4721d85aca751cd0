using System.Runtime.InteropServices;

namespace ThroughputKit.Hosting.Published;

/// <summary>Finds <c>dotnet</c>: the one whose runtime this process runs on, or the one that the environment names.</summary>
internal static class Muxer
{
    private static readonly string _name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";

    public static string Path { get; } = Candidates().FirstOrDefault(File.Exists) ?? _name; // a bare name: the system looks for it in PATH

    // The runtime lies in shared/Microsoft.NETCore.App/<version> of the folder of its dotnet, unless this app is self-contained.
    private static IEnumerable<string?> Candidates() =>
    [
        System.IO.Path.GetFullPath(System.IO.Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", _name)),
        Environment.GetEnvironmentVariable("DOTNET_HOST_PATH"),
        Environment.GetEnvironmentVariable("DOTNET_ROOT") is { Length: > 0 } root ? System.IO.Path.Combine(root, _name) : null,
    ];
}
