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
        Write("Shop.Api", "native.so", "start.sh", "notes");
        File.WriteAllBytes(_folder.File("Shop.Api"), [0x7f, (byte)'E', (byte)'L', (byte)'F', 0]);
        File.WriteAllBytes(_folder.File("native.so"), [0x7f, (byte)'E', (byte)'L', (byte)'F', 0]);
        foreach (var file in (string[])["Shop.Api", "native.so", "start.sh"])
        {
            File.SetUnixFileMode(_folder.File(file), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        Assert.Equal(("Shop.Api", _folder.File("Shop.Api"), false), Only());
    }

    [Theory]
    [InlineData(0)]
    [InlineData((256 * 1024) - 60)] // around the end of a piece that is searched at once
    [InlineData((256 * 1024) - 30)]
    [InlineData((256 * 1024) - 10)]
    [InlineData(256 * 1024)]
    public void The_settings_of_an_app_in_a_single_file_are_in_it(int codeBytes)
    {
        SingleFile.Write(_folder.File("Shop.exe"), """{ "runtimeOptions": { "includedFrameworks": [] } }""", codeBytes);

        var app = Assert.Single(AppFolder.Find(_folder.Path));
        Assert.Equal(new RuntimeConfig(IsSelfContained: true, AllowsHooks: true), app.Settings);
        Assert.Equal((false, false, false, null), (app.NeedsDotnet, app.FindsRuntime, app.IsNative, app.Assembly));
    }

    [Fact]
    public void An_app_in_a_single_file_may_need_a_runtime()
    {
        SingleFile.Write(_folder.File("Shop.exe"), """{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App" } } }""");

        var app = Assert.Single(AppFolder.Find(_folder.Path));
        Assert.Equal((false, true, false, null), (app.NeedsDotnet, app.FindsRuntime, app.IsNative, app.Assembly));
    }

    [Fact]
    public void Settings_that_cannot_be_read_are_unknown()
    {
        SingleFile.Write(_folder.File("Shop.exe"), "{");

        var app = Assert.Single(AppFolder.Find(_folder.Path));
        Assert.Equal((null, false, false), (app.Settings, app.IsNative, app.FindsRuntime));
    }

    [Fact]
    public void Tools_beside_an_app_in_a_single_file_are_left_out()
    {
        SingleFile.Write(_folder.File("Shop.exe"), "{}");
        SingleFile.Write(_folder.File("createdump.exe"), settings: null);

        Assert.Single(AppFolder.Find(_folder.Path));
    }

    public void Dispose() => _folder.Dispose();

    private (string Name, string File, bool NeedsDotnet) Only()
    {
        var app = Assert.Single(AppFolder.Find(_folder.Path));
        return (app.Name, app.File, app.NeedsDotnet);
    }

    private void Write(params string[] files) => Array.ForEach(files, f => File.WriteAllText(_folder.File(f), ""));

    private void Describe(string app, string settings) => File.WriteAllText(_folder.File($"{app}.runtimeconfig.json"), settings);
}
