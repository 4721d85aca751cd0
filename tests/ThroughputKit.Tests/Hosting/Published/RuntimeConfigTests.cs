using System.Text;
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
    public void Says_which_collector_the_app_is_for(string text, bool? expected) =>
        Assert.Equal(new RuntimeConfig(IsSelfContained: false, AllowsHooks: true, expected), RuntimeConfig.Parse(Encoding.UTF8.GetBytes(text)));

    [Fact]
    public void Is_found_beside_an_assembly()
    {
        Assert.True(RuntimeConfig.Beside(Path.Combine(Built.TestApp, "TestApp.dll"))!.IsServerGc); // a web app
        Assert.Null(RuntimeConfig.Beside(Built.KilledRun)!.IsServerGc);
        Assert.Null(RuntimeConfig.Beside(typeof(LoadTest).Assembly.Location)); // a library
        Assert.Null(RuntimeConfig.Beside(""));
    }
}
