using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;

namespace ThroughputKit.Measurement;

/// <summary>Whether the real-time protection of Windows Defender is on, by what the registry says of its service and its settings. Not yet tried on Windows itself.</summary>
internal static class Defender
{
    private const string Service = @"SYSTEM\CurrentControlSet\Services\WinDefend";
    private const string Setting = @"SOFTWARE\Microsoft\Windows Defender\Real-Time Protection";
    private const string Policy = @"SOFTWARE\Policies\Microsoft\Windows Defender\Real-Time Protection";
    private const string Disabled = "DisableRealtimeMonitoring";
    private const int StartsAutomatically = 2;

    public static bool IsProtecting() =>
        OperatingSystem.IsWindows() && IsProtecting(Read(Service, "Start"), Read(Setting, Disabled), Read(Policy, Disabled));

    /// <summary>Decides by three values, each <see langword="null"/> if there is none. Pure.</summary>
    /// <param name="start">How the service starts; another antivirus makes it wait to be started by hand.</param>
    /// <param name="disabled">1 if the user has switched the protection off.</param>
    /// <param name="disabledByPolicy">1 if who runs the machine has switched it off.</param>
    public static bool IsProtecting(object? start, object? disabled, object? disabledByPolicy) =>
        start is StartsAutomatically && disabled is not 1 && disabledByPolicy is not 1;

    [SupportedOSPlatform("windows")]
    private static object? Read(string key, string name)
    {
        try
        {
            using var opened = Registry.LocalMachine.OpenSubKey(key);
            return opened?.GetValue(name);
        }
        catch (Exception e) when (e is SecurityException or UnauthorizedAccessException or IOException)
        {
            return null;
        }
    }
}
