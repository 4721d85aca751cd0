using System.Diagnostics;
using System.Text.Json;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>The garbage collector of a project that references the package for xunit, by the properties that the build evaluates.</summary>
public sealed class CollectorTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Is_the_server_collector_with_a_fixed_number_of_heaps() => Assert.Equal(("true", "0", ""), await EvaluateAsync());

    [Fact]
    public async Task Is_what_the_project_says() => Assert.Equal(
        ("false", "1", "false"),
        await EvaluateAsync(project: """
            <ServerGarbageCollection>false</ServerGarbageCollection>
            <GarbageCollectionAdaptationMode>1</GarbageCollectionAdaptationMode>
            <ConcurrentGarbageCollection>false</ConcurrentGarbageCollection>
            """));

    [Fact]
    public async Task Is_what_all_projects_of_a_repository_say() => Assert.Equal(
        ("false", "0", ""), await EvaluateAsync(all: "<ServerGarbageCollection>false</ServerGarbageCollection>"));

    // Does what restoring a package does: a file next to the build's own names what the package brings.
    private async Task<(string Server, string Adaptation, string Concurrent)> EvaluateAsync(string project = "", string all = "")
    {
        var props = Path.Combine(Repository.Root, "src", "ThroughputKit.Xunit", "buildTransitive", "ThroughputKit.Xunit.props");
        Directory.CreateDirectory(_folder.File("obj"));
        await File.WriteAllTextAsync(_folder.File("Directory.Build.props"), $"<Project><PropertyGroup>{all}</PropertyGroup></Project>");
        await File.WriteAllTextAsync(_folder.File("obj/Shop.Tests.csproj.nuget.g.props"), $"""<Project><Import Project="{props}" /></Project>""");
        await File.WriteAllTextAsync(
            _folder.File("Shop.Tests.csproj"),
            $"""<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework>{project}</PropertyGroup></Project>""");

        using var build = Process.Start(new ProcessStartInfo(
            "dotnet", ["msbuild", _folder.File("Shop.Tests.csproj"), "-nologo", "-getProperty:ServerGarbageCollection,GarbageCollectionAdaptationMode,ConcurrentGarbageCollection"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        var output = await build.StandardOutput.ReadToEndAsync();
        await build.WaitForExitAsync();
        Assert.True(build.ExitCode == 0, output);
        using var json = JsonDocument.Parse(output);
        var properties = json.RootElement.GetProperty("Properties");
        return (Property("ServerGarbageCollection"), Property("GarbageCollectionAdaptationMode"), Property("ConcurrentGarbageCollection"));

        string Property(string name) => properties.GetProperty(name).GetString()!;
    }
}
