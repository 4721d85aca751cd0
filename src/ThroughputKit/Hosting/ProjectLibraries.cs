using System.Text.Json;

namespace ThroughputKit.Hosting;

/// <summary>Finds the libraries that were built with an app, as projects that it references, by the <c>app.deps.json</c> next to it.</summary>
internal static class ProjectLibraries
{
    /// <summary>Returns the files of these libraries; none if that isn't known.</summary>
    /// <param name="assembly">The file of the app's assembly, next to which they are.</param>
    public static IReadOnlyList<string> Of(string assembly)
    {
        try
        {
            var file = Path.ChangeExtension(assembly, ".deps.json");
            return !File.Exists(file) ? []
                : [.. Read(File.ReadAllBytes(file)).Select(name => Path.Combine(Path.GetDirectoryName(assembly)!, name)).Where(f => f != assembly)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException or KeyNotFoundException or InvalidOperationException)
        {
            return [];
        }
    }

    private static string[] Read(byte[] text)
    {
        using var json = JsonDocument.Parse(text);
        var root = json.RootElement;
        var libraries = root.GetProperty("libraries");
        return
        [
            .. from target in root.GetProperty("targets").GetProperty(root.GetProperty("runtimeTarget").GetProperty("name").GetString()!).EnumerateObject()
               where libraries.GetProperty(target.Name).GetProperty("type").GetString() == "project" && target.Value.TryGetProperty("runtime", out _)
               from file in target.Value.GetProperty("runtime").EnumerateObject()
               select file.Name,
        ];
    }
}
