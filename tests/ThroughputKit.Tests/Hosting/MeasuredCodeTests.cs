using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using ThroughputKit.Hosting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting;

public class MeasuredCodeTests
{
    [Fact]
    public void A_file_says_the_same_as_the_assembly_that_is_loaded()
    {
        foreach (var assembly in (Assembly[])[typeof(TestApp.App).Assembly, typeof(MeasuredCode).Assembly, typeof(FactAttribute).Assembly])
        {
            Assert.Equal(MeasuredCode.Of(assembly), MeasuredCode.OfFile(assembly.Location));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_debug_build_is_known_by_its_file(bool isDebug)
    {
        using var folder = new TemporaryFolder();
        var builder = new PersistedAssemblyBuilder(new AssemblyName("Shop"), typeof(object).Assembly);
        var modes = DebuggableAttribute.DebuggingModes.IgnoreSymbolStoreSequencePoints
            | (isDebug ? DebuggableAttribute.DebuggingModes.DisableOptimizations : DebuggableAttribute.DebuggingModes.None);
        builder.SetCustomAttribute(new CustomAttributeBuilder(
            typeof(DebuggableAttribute).GetConstructor([typeof(DebuggableAttribute.DebuggingModes)])!, [modes]));
        builder.DefineDynamicModule("Shop").DefineType("Coverlet.Core.Instrumentation.Tracker.Shop_1a2b").CreateType();
        builder.Save(folder.File("Shop.dll"));

        Assert.Equal(new MeasuredCode("Shop", IsOptimized: !isDebug, IsRewritten: true), MeasuredCode.OfFile(folder.File("Shop.dll")));
    }

    [Fact]
    public void What_is_no_assembly_is_not_known()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.File("Shop.dll"), "");

        Assert.Null(MeasuredCode.OfFile(folder.File("Shop.dll")));
        Assert.Null(MeasuredCode.OfFile(folder.File("Other.dll")));
    }
}
