namespace ThroughputKit.Tests.Support;

/// <summary>TestApp, built for a version of .NET that isn't installed.</summary>
internal static class MissingRuntime
{
    /// <summary>The line of the runtime's message that names what is missing.</summary>
    public const string Message = "Framework: 'Microsoft.NETCore.App', version '99.0.0'";

    /// <summary>Writes the app into a folder. Returns its assembly.</summary>
    public static string WriteTo(TemporaryFolder folder)
    {
        var assembly = folder.File("TestApp.dll");
        File.Copy(Path.Combine(Built.TestApp, "TestApp.dll"), assembly);
        File.WriteAllText(
            folder.File("TestApp.runtimeconfig.json"), """{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "99.0.0" } } }""");
        return assembly;
    }
}
