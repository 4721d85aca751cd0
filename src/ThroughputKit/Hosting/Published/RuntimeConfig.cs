using System.Text.Json;

namespace ThroughputKit.Hosting.Published;

/// <summary>What <c>app.runtimeconfig.json</c> says, as far as it matters to how an app is started.</summary>
/// <param name="IsSelfContained">Whether the runtime lies beside the app.</param>
/// <param name="AllowsHooks">Whether the runtime loads start-up hooks; trimmed apps switch that off.</param>
internal sealed record RuntimeConfig(bool IsSelfContained, bool AllowsHooks)
{
    public const string Ending = ".runtimeconfig.json";

    /// <summary>Reads a file; <see langword="null"/> if it isn't what it should be.</summary>
    public static RuntimeConfig? Read(string file) => Parse(File.ReadAllBytes(file));

    /// <summary>Reads what is in a file; <see langword="null"/> if it isn't what it should be.</summary>
    public static RuntimeConfig? Parse(byte[] text)
    {
        try
        {
            using var json = JsonDocument.Parse(text, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip, AllowTrailingCommas = true });
            var options = json.RootElement.GetProperty("runtimeOptions");
            var forbidsHooks = options.TryGetProperty("configProperties", out var properties)
                && properties.TryGetProperty("System.StartupHookProvider.IsSupported", out var supported)
                && supported.ValueKind == JsonValueKind.False;
            return new RuntimeConfig(options.TryGetProperty("includedFrameworks", out _), !forbidsHooks);
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return null;
        }
    }
}
