using System.Reflection;
using System.Text.Json;

namespace ThroughputKit.Hosting;

/// <summary>
/// Helps the framework's factory find its manifest of content roots. The factory looks for it in the current directory, which
/// is the program's own only under a test runner. Elsewhere, the setting that the factory reads first is filled from the
/// manifest next to the program.
/// </summary>
internal static class ContentRoot
{
    private const string Manifest = "MvcTestingAppManifest.json";

    public static void MakeFindable(string app, Assembly assembly)
    {
        var setting = $"ASPNETCORE_TEST_CONTENTROOT_{app.ToUpperInvariant().Replace('.', '_')}";
        var manifest = Path.Combine(AppContext.BaseDirectory, Manifest);
        if (Environment.GetEnvironmentVariable(setting) is not null || File.Exists(Manifest) || !File.Exists(manifest))
        {
            return;
        }

        var roots = JsonSerializer.Deserialize<Dictionary<string, string>>(File.ReadAllBytes(manifest));
        if (roots is not null && roots.TryGetValue(assembly.FullName ?? app, out var root))
        {
            Environment.SetEnvironmentVariable(setting, root == "~" ? AppContext.BaseDirectory : root);
        }
    }
}
