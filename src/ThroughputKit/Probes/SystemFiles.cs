namespace ThroughputKit.Probes;

/// <summary>The files in which Linux reports on the system and on this process.</summary>
internal static class SystemFiles
{
    /// <summary>Reads from them; <see langword="null"/> on other systems, and if a file is missing or not readable.</summary>
    public static T? Read<T>(Func<T?> read)
    {
        try
        {
            return OperatingSystem.IsLinux() ? read() : default;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return default;
        }
    }
}
