namespace ThroughputKit.Hosting.Published;

/// <summary>Finds the apps in a folder.</summary>
internal static class AppFolder
{
    private const string DumpTool = "createdump"; // lies next to self-contained apps
    private const string Symbols = ".dbg"; // of an app compiled ahead of time, in an executable's form

    private static readonly string _executable = OperatingSystem.IsWindows() ? ".exe" : "";

    /// <summary>Returns the apps that have a runtimeconfig.json; if there are none, single-file executables.</summary>
    public static IReadOnlyList<AppEntry> Find(string folder)
    {
        AppEntry[] described = [.. Files(folder, $"*{RuntimeConfig.Ending}").Select(Described).OfType<AppEntry>()];
        return described.Length > 0 ? described : [.. SingleFiles(folder)];
    }

    private static AppEntry? Described(string file)
    {
        var path = file[..^RuntimeConfig.Ending.Length];
        if (!File.Exists($"{path}.dll") || RuntimeConfig.Read(file) is not { } settings)
        {
            return null;
        }

        var start = settings.IsSelfContained ? path + _executable : $"{path}.dll";
        return File.Exists(start) ? new AppEntry(Path.GetFileName(path), start, settings) : null;
    }

    // The runtime settings of a single file are inside it. An executable with settings next to it is no single file, but lacks its assembly.
    private static IEnumerable<AppEntry> SingleFiles(string folder) => Files(folder, $"*{_executable}").Where(IsExecutable).Select(SingleFile)
        .Where(a => a.Name != DumpTool && Path.GetExtension(a.File) != Symbols && !File.Exists(Path.Combine(folder, $"{a.Name}{RuntimeConfig.Ending}")));

    private static AppEntry SingleFile(string file) =>
        new(OperatingSystem.IsWindows() ? Path.GetFileNameWithoutExtension(file) : Path.GetFileName(file), file, Settings: null);

    // The file begins with the magic number of the system's executables.
    private static bool IsExecutable(string file)
    {
        if (OperatingSystem.IsWindows())
        {
            return true;
        }

        if (!File.GetUnixFileMode(file).HasFlag(UnixFileMode.UserExecute) || Path.GetExtension(file) is ".so" or ".dylib" or ".dll")
        {
            return false;
        }

        Span<byte> mark = stackalloc byte[4];
        using var stream = File.OpenRead(file);
        return stream.ReadAtLeast(mark, mark.Length, throwOnEndOfStream: false) == mark.Length
            && (mark.SequenceEqual((ReadOnlySpan<byte>)[0x7f, (byte)'E', (byte)'L', (byte)'F'])
                || mark.SequenceEqual((ReadOnlySpan<byte>)[0xcf, 0xfa, 0xed, 0xfe]));
    }

    private static IEnumerable<string> Files(string folder, string pattern) => Directory.GetFiles(folder, pattern).Order(StringComparer.Ordinal);
}
