namespace ThroughputKit.Hosting.Published;

/// <summary>Finds the apps in a folder.</summary>
internal static class AppFolder
{
    private static readonly string _executable = OperatingSystem.IsWindows() ? ".exe" : "";

    /// <summary>The apps that are described as such; where there is none, executables that hold their whole app.</summary>
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

    // Beside an app there may be tools of the runtime.
    private static AppEntry[] SingleFiles(string folder)
    {
        AppEntry[] files = [.. Files(folder, $"*{_executable}").Where(IsExecutable).Select(SingleFile)];
        return Array.Exists(files, f => !f.IsNative) ? Array.FindAll(files, f => !f.IsNative) : files;
    }

    private static AppEntry SingleFile(string file)
    {
        var (isBundle, settings) = Bundle.Read(file);
        var name = OperatingSystem.IsWindows() ? Path.GetFileNameWithoutExtension(file) : Path.GetFileName(file);
        return new AppEntry(name, file, settings) { IsSingleFile = true, IsNative = !isBundle };
    }

    // An apphost without its assembly is one in a single file: it begins with the mark of the system's executables.
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
            && (mark.SequenceEqual((ReadOnlySpan<byte>)[0x7f, (byte)'E', (byte)'L', (byte)'F']) || mark.SequenceEqual((ReadOnlySpan<byte>)[0xcf, 0xfa, 0xed, 0xfe]));
    }

    private static IEnumerable<string> Files(string folder, string pattern) => Directory.GetFiles(folder, pattern).Order(StringComparer.Ordinal);
}
