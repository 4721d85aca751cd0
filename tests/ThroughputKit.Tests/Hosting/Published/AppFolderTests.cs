using System.Runtime.Versioning;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Published;

public sealed class AppFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void An_app_for_an_installed_runtime_is_run_by_dotnet()
    {
        Write("Shop.Api.dll", "Shop.Api");
        Describe("Shop.Api", """{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App" } } }""");

        Assert.Equal(("Shop.Api", _folder.File("Shop.Api.dll"), true), Only());
    }

    [Fact]
    public void An_app_that_brings_its_runtime_is_run_by_itself()
    {
        Write("Shop.Api.dll", "Shop.Api", "Shop.Api.exe", "createdump");
        Describe("Shop.Api", """{ "runtimeOptions": { "includedFrameworks": [] } } // a comment""");

        Assert.Equal(("Shop.Api", _folder.File(OperatingSystem.IsWindows() ? "Shop.Api.exe" : "Shop.Api"), false), Only());
    }

    [UnixFact("there the ending says what is executable.")]
    [UnsupportedOSPlatform("windows")]
    public void An_app_in_a_single_file_is_an_executable_alone()
    {
        Write("start.sh", "notes");
        WriteExecutables("Shop.Api", "native.so");
        File.SetUnixFileMode(_folder.File("start.sh"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

        Assert.Equal(("Shop.Api", _folder.File("Shop.Api"), false), Only());
        var app = Assert.Single(AppFolder.Find(_folder.Path));
        Assert.Equal((true, null, null), (app.IsSingleFile, app.Settings, app.Assembly));
    }

    [UnixFact("there the ending says what is executable.")]
    [UnsupportedOSPlatform("windows")]
    public void The_tool_for_dumps_beside_an_app_in_a_single_file_is_left_out()
    {
        WriteExecutables("Shop.Api", "createdump");

        Assert.Equal(("Shop.Api", _folder.File("Shop.Api"), false), Only());
    }

    [UnixFact("there the ending says what is executable.")]
    [UnsupportedOSPlatform("windows")]
    public void The_symbols_beside_an_app_compiled_ahead_of_time_are_left_out()
    {
        WriteExecutables("Shop.Api", "Shop.Api.dbg");

        Assert.Equal(("Shop.Api", _folder.File("Shop.Api"), false), Only());
    }

    [UnixFact("there the ending says what is executable.")]
    [UnsupportedOSPlatform("windows")]
    public void An_executable_that_lacks_its_assembly_is_no_app_in_a_single_file()
    {
        WriteExecutables("Shop.Api");
        Describe("Shop.Api", """{ "runtimeOptions": { "includedFrameworks": [] } }""");

        Assert.Empty(AppFolder.Find(_folder.Path));
    }

    public void Dispose() => _folder.Dispose();

    private (string Name, string File, bool NeedsDotnet) Only()
    {
        var app = Assert.Single(AppFolder.Find(_folder.Path));
        return (app.Name, app.File, app.NeedsDotnet);
    }

    private void Write(params string[] files) => Array.ForEach(files, f => File.WriteAllText(_folder.File(f), ""));

    [UnsupportedOSPlatform("windows")]
    private void WriteExecutables(params string[] files)
    {
        foreach (var file in files)
        {
            File.WriteAllBytes(_folder.File(file), [0x7f, (byte)'E', (byte)'L', (byte)'F', 0]);
            File.SetUnixFileMode(_folder.File(file), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }
    }

    private void Describe(string app, string settings) => File.WriteAllText(_folder.File($"{app}.runtimeconfig.json"), settings);
}
