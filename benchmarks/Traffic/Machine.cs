namespace Traffic;

/// <summary>How busy the machine is.</summary>
internal static class Machine
{
    private const string File = "/proc/loadavg"; // of Linux

    /// <summary>Gets the load average of the last minute, which counts what is measured as well.</summary>
    public static string Load => System.IO.File.Exists(File) ? System.IO.File.ReadAllText(File).Split(' ')[0] : "-";
}
