using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Published;

public class RuntimeConfigTests
{
    [Theory]
    [InlineData("""{ "runtimeOptions": { "configProperties": { "System.GC.Server": true } } }""", true)]
    [InlineData("""{ "runtimeOptions": { "configProperties": { "System.GC.Server": false } } }""", false)]
    [InlineData("""{ "runtimeOptions": { "configProperties": { "System.GC.Concurrent": true } } }""", null)]
    [InlineData("""{ "runtimeOptions": {} }""", null)]
    public void Says_which_collector_the_app_is_for(string text, bool? expected)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.File("Shop.runtimeconfig.json"), text);

        Assert.Equal(new RuntimeConfig(IsSelfContained: false, AllowsHooks: true, expected), RuntimeConfig.Read(folder.File("Shop.runtimeconfig.json")));
    }

    [Fact]
    public void Is_found_next_to_an_assembly()
    {
        Assert.True(RuntimeConfig.OfAssembly(Path.Combine(Built.TestApp, "TestApp.dll"))!.IsServerGc); // a web app
        Assert.Null(RuntimeConfig.OfAssembly(Built.KilledRun)!.IsServerGc);
        Assert.Null(RuntimeConfig.OfAssembly(typeof(LoadTest).Assembly.Location)); // a library
        Assert.Null(RuntimeConfig.OfAssembly(""));
    }
}
