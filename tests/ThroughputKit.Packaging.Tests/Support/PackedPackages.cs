using System.Diagnostics;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>The packages that <c>dotnet pack</c> at the root makes, packed once for all tests.</summary>
public sealed class PackedPackages : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public PackedPackages()
    {
        using var pack = Process.Start(new ProcessStartInfo(
            "dotnet", ["pack", Path.Combine(Repository.Root, "ThroughputKit.sln"), "-c", Built.Configuration, "--no-build", "-o", _folder.Path, "-v", "quiet", "--nologo"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        Output = pack.StandardOutput.ReadToEnd();
        pack.WaitForExit();
        Assert.True(pack.ExitCode == 0, Output);
        Files = [.. Directory.GetFiles(_folder.Path).Select(file => Path.GetFileName(file)).Order(StringComparer.Ordinal)];
    }

    /// <summary>The output of the command; empty when all is well.</summary>
    public string Output { get; }

    /// <summary>The names of the files that it made.</summary>
    public IReadOnlyList<string> Files { get; }

    internal Package Open(string name) => new(_folder.File(Assert.Single(Files, file => IsOf(name, file, ".nupkg"))));

    internal Package OpenSymbols(string name) => new(_folder.File(Assert.Single(Files, file => IsOf(name, file, ".snupkg"))));

    public void Dispose() => _folder.Dispose();

    // Name, a dot, and a version, which begins with a digit.
    private static bool IsOf(string name, string file, string extension) =>
        file.StartsWith(name + ".", StringComparison.Ordinal) && char.IsAsciiDigit(file[name.Length + 1]) && Path.GetExtension(file) == extension;
}
