using System.Text.Json;

namespace ThroughputKit.Hosting.Published;

/// <summary>The settings in <c>app.runtimeconfig.json</c> that affect how an app is started.</summary>
/// <param name="IsSelfContained">Whether the runtime lies next to the app.</param>
/// <param name="AllowsHooks">Whether the runtime loads start-up hooks; trimmed apps switch that off.</param>
/// <param name="IsServerGc">Whether the app uses the server collector; <see langword="null"/> if that isn't set.</param>
internal sealed record RuntimeConfig(bool IsSelfContained, bool AllowsHooks, bool? IsServerGc = null)
{
    public const string Ending = ".runtimeconfig.json";

    /// <summary>Reads the file next to an assembly. Returns <see langword="null"/> if there is none, or it can't be read.</summary>
    public static RuntimeConfig? OfAssembly(string assembly) => Read(Path.ChangeExtension(assembly, Ending));

    /// <summary>Reads a file. Returns <see langword="null"/> if there is none, or it can't be read, or isn't valid.</summary>
    public static RuntimeConfig? Read(string file)
    {
        try
        {
            return File.Exists(file) ? Parse(File.ReadAllBytes(file)) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return null;
        }
    }

    private static RuntimeConfig Parse(byte[] text)
    {
        using var json = JsonDocument.Parse(text, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
        var options = json.RootElement.GetProperty("runtimeOptions");
        return new RuntimeConfig(
            options.TryGetProperty("includedFrameworks", out _),
            Switch(options, "System.StartupHookProvider.IsSupported") != false,
            Switch(options, "System.GC.Server"));
    }

    private static bool? Switch(JsonElement options, string name) =>
        options.TryGetProperty("configProperties", out var properties) && properties.TryGetProperty(name, out var value)
            ? value.ValueKind switch { JsonValueKind.True => true, JsonValueKind.False => false, _ => null }
            : null;
}
