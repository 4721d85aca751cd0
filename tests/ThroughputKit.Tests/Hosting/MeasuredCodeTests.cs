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
            Assert.NotNull(MeasuredCode.Of(assembly));
            Assert.Equal(MeasuredCode.Of(assembly), MeasuredCode.OfFile(assembly.Location));
        }
    }

    [Fact]
    public void The_runtimes_own_code_is_optimized_and_that_of_the_tests_is_not_rewritten()
    {
        Assert.True(MeasuredCode.Of(typeof(object).Assembly)!.IsOptimized);
        Assert.False(MeasuredCode.Of(typeof(MeasuredCodeTests).Assembly)!.IsRewritten);
    }

    [Theory]
    [InlineData(true, "Coverlet.Core.Instrumentation.Tracker.Shop_1a2b")]
    [InlineData(false, "Microsoft.CodeCoverage.Instrumentation.Static.Tracker.StaticManagedTrackerTemplate_1a2b")]
    public void A_debug_build_and_one_rewritten_for_coverage_are_known_by_the_file_and_once_loaded(bool isDebug, string tracker)
    {
        using var folder = new TemporaryFolder();
        var builder = new PersistedAssemblyBuilder(new AssemblyName("Shop"), typeof(object).Assembly);
        var modes = DebuggableAttribute.DebuggingModes.IgnoreSymbolStoreSequencePoints
            | (isDebug ? DebuggableAttribute.DebuggingModes.DisableOptimizations : DebuggableAttribute.DebuggingModes.None);
        builder.SetCustomAttribute(new CustomAttributeBuilder(
            typeof(DebuggableAttribute).GetConstructor([typeof(DebuggableAttribute.DebuggingModes)])!, [modes]));
        builder.DefineDynamicModule("Shop").DefineType(tracker).CreateType();
        builder.Save(folder.File("Shop.dll"));

        var expected = new MeasuredCode("Shop", IsOptimized: !isDebug, IsRewritten: true);
        Assert.Equal(expected, MeasuredCode.OfFile(folder.File("Shop.dll")));
        Assert.Equal(expected, MeasuredCode.Of(Assembly.Load(File.ReadAllBytes(folder.File("Shop.dll")))));
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
