namespace ThroughputKit.Hosting.Published;

/// <summary>Names of environment variables.</summary>
internal static class VariableNames
{
    public static StringComparer Comparer { get; } = OperatingSystem.IsWindows() ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal;

    /// <summary>Returns the variable that the framework reads a setting from.</summary>
    public static string Of(string setting) => setting.Replace(":", "__", StringComparison.Ordinal);

    public static bool IsAllowed(string name) => name.Length > 0 && !name.Contains('=', StringComparison.Ordinal);
}
