using System.Diagnostics;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Packaging;

/// <summary>What the build says of a project whose runner wouldn't find throughput tests, by the properties and references that the runner's packages bring.</summary>
public sealed class LeftOutTests : IDisposable
{
    // MSTest.Sdk, EnableMSTestRunner and EnableNUnitRunner set only this one.
    private const string PlatformOnly = "<IsTestingPlatformApplication>true</IsTestingPlatformApplication>";
    private const string VSTest = "<IsTestProject>true</IsTestProject>";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(PlatformOnly)]
    [InlineData(VSTest)]
    public async Task Tests_for_xunit_v3_need_it(string properties)
    {
        var output = await RunAsync("ThroughputKit.XunitV3", "ThroughputKitXunitV3Framework", properties, "MSTest.TestFramework");

        Assert.Contains("no runner would find its tests. Add the package xunit.v3", output, StringComparison.Ordinal);
        Assert.Equal("", await RunAsync("ThroughputKit.XunitV3", "ThroughputKitXunitV3Framework", properties, "xunit.v3.runner.inproc.console"));
    }

    [Theory]
    [InlineData(PlatformOnly, "xunit.v3.core.dll", "Move them to a project of their own")]
    [InlineData(PlatformOnly, "xunit.runner.visualstudio.testadapter.dll", "Move them to a project of their own")]
    [InlineData(PlatformOnly, "xunit.runner.utility.netcoreapp10.dll", "")]
    [InlineData(VSTest, "xunit.core.dll", "Add the package xunit.runner.visualstudio")]
    [InlineData(VSTest, "xunit.runner.visualstudio.testadapter.dll", "")]
    [InlineData("", "xunit.core.dll", "")]
    public async Task Tests_for_xunit_v2_need_a_runner_that_is_used(string properties, string copied, string expected)
    {
        await File.WriteAllTextAsync(_folder.File(copied), "");

        var output = await RunAsync("ThroughputKit.Xunit", "ThroughputKitXunitRunner", $"<OutDir>{_folder.Path}/</OutDir>{properties}", "testhost");

        Assert.Equal(expected.Length == 0, output.Length == 0);
        Assert.Contains(expected, output, StringComparison.Ordinal);
    }

    // The one target, without a restore or a compilation.
    private async Task<string> RunAsync(string package, string target, string properties, string reference)
    {
        // As in the packages, where this file lies beside those of each.
        foreach (var file in (string[])[$"{package}/buildTransitive/{package}.targets", "ThroughputKit.Xunit/buildTransitive/ThroughputKit.Note.targets"])
        {
            File.Copy(Path.Combine(Repository.Root, "src", file), _folder.File(Path.GetFileName(file)), overwrite: true);
        }

        await File.WriteAllTextAsync(
            _folder.File("Shop.Tests.proj"),
            $"""<Project><PropertyGroup>{properties}</PropertyGroup><ItemGroup><ReferencePath Include="{reference}.dll" /></ItemGroup><Import Project="{package}.targets" /></Project>""");

        using var build = Process.Start(new ProcessStartInfo("dotnet", ["msbuild", _folder.File("Shop.Tests.proj"), "-nologo", "-v:quiet", $"-t:{target}"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        var output = await build.StandardOutput.ReadToEndAsync();
        await build.WaitForExitAsync();
        Assert.Equal(output.Length == 0, build.ExitCode == 0);
        return output;
    }
}
