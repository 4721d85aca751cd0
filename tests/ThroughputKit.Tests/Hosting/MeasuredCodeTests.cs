using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using ThroughputKit.Findings;
using ThroughputKit.Hosting;
using ThroughputKit.Recording;
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
        Save(folder, "Shop", isDebug, tracker);

        var expected = new MeasuredCode("Shop", IsOptimized: !isDebug, IsRewritten: true);
        Assert.Equal(expected, MeasuredCode.OfFile(folder.File("Shop.dll")));
        Assert.Equal(expected, MeasuredCode.Of(Assembly.Load(File.ReadAllBytes(folder.File("Shop.dll")))));
    }

    [Fact]
    public void Libraries_that_were_built_with_an_app_count_and_packages_do_not()
    {
        using var folder = new TemporaryFolder();
        Save(folder, "Shop", isDebug: false, "Pages");
        Save(folder, "Shop.Domain", isDebug: true, "Orders");
        Save(folder, "Shop.Data", isDebug: false, "Coverlet.Core.Instrumentation.Tracker.Data_1a2b");
        Save(folder, "Package", isDebug: true, "Json");
        File.WriteAllText(folder.File("Shop.deps.json"), """
            {
              "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0" },
              "targets": {
                ".NETCoreApp,Version=v10.0": {
                  "Shop/1.0.0": { "dependencies": { "Domain": "1.0.0" }, "runtime": { "Shop.dll": {} } },
                  "Domain/1.0.0": { "runtime": { "Shop.Domain.dll": {} } },
                  "Data/1.0.0": { "runtime": { "Shop.Data.dll": {} } },
                  "Contracts/1.0.0": {},
                  "Package/1.0.0": { "runtime": { "lib/net10.0/Package.dll": {} } }
                }
              },
              "libraries": {
                "Shop/1.0.0": { "type": "project" },
                "Domain/1.0.0": { "type": "project" },
                "Data/1.0.0": { "type": "project" },
                "Contracts/1.0.0": { "type": "project" },
                "Package/1.0.0": { "type": "package" }
              }
            }
            """);

        var app = MadeUp.Facts(MadeUp.Result(new LatencyHistogram())).App with { Code = MeasuredCode.OfApp(folder.File("Shop.dll")) };
        var facts = MadeUp.Facts(MadeUp.Result(new LatencyHistogram())) with { App = app };

        Assert.Equal(["Shop", "Shop.Domain", "Shop.Data"], app.Code.Select(c => c.Name));
        Assert.Matches(@"^Built without optimizations: .*\bShop\.Domain\.$", BuildFindings.DebugBuild(facts)!.Message);
        Assert.Matches(@"^Rewritten to collect code coverage: .*\bShop\.Data\.$", BuildFindings.CodeCoverage(facts)!.Message);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("{}")]
    public void Without_a_list_of_libraries_only_the_app_is_known(string? list)
    {
        using var folder = new TemporaryFolder();
        Save(folder, "Shop", isDebug: false, "Pages");
        if (list is not null)
        {
            File.WriteAllText(folder.File("Shop.deps.json"), list);
        }

        Assert.Equal("Shop", Assert.Single(MeasuredCode.OfApp(folder.File("Shop.dll"))).Name);
        Assert.Equal("Shop", Assert.Single(MeasuredCode.OfApp(Assembly.Load(File.ReadAllBytes(folder.File("Shop.dll"))))).Name);
    }

    [Fact]
    public void An_app_of_this_process_is_itself_and_what_was_built_with_it() =>
        Assert.Equal(["TestApp"], MeasuredCode.OfApp(typeof(TestApp.App).Assembly).Select(c => c.Name));

    [Fact]
    public void What_is_no_assembly_is_not_known()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.File("Shop.dll"), "");

        Assert.Null(MeasuredCode.OfFile(folder.File("Shop.dll")));
        Assert.Null(MeasuredCode.OfFile(folder.File("Other.dll")));
    }

    private static void Save(TemporaryFolder folder, string name, bool isDebug, string type)
    {
        var builder = new PersistedAssemblyBuilder(new AssemblyName(name), typeof(object).Assembly);
        var modes = DebuggableAttribute.DebuggingModes.IgnoreSymbolStoreSequencePoints
            | (isDebug ? DebuggableAttribute.DebuggingModes.DisableOptimizations : DebuggableAttribute.DebuggingModes.None);
        builder.SetCustomAttribute(new CustomAttributeBuilder(
            typeof(DebuggableAttribute).GetConstructor([typeof(DebuggableAttribute.DebuggingModes)])!, [modes]));
        builder.DefineDynamicModule(name).DefineType(type).CreateType();
        builder.Save(folder.File($"{name}.dll"));
    }
}
