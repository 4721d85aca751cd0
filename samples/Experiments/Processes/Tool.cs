namespace Experiments;

/// <summary>A server of Debian's packages.</summary>
internal static class Tool
{
    /// <summary>Returns the full path of a program.</summary>
    /// <param name="name">The program.</param>
    /// <param name="package">The package that has it.</param>
    /// <param name="folders">Where it may be, besides the folders of PATH.</param>
    /// <exception cref="NotInstalledException">It is not installed.</exception>
    public static string Find(string name, string package, params IEnumerable<string> folders) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Concat(folders).Append("/usr/sbin")
            .Select(folder => Path.Combine(folder, name)).FirstOrDefault(File.Exists)
        ?? throw new NotInstalledException($"{name} is not installed. Install Debian's package {package}: apt-get install {package}");
}
