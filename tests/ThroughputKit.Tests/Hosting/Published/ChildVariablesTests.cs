using ThroughputKit.Hosting.Published;

namespace ThroughputKit.Tests.Hosting.Published;

public class ChildVariablesTests
{
    [Theory]
    [InlineData("Shop:Name", "shop__NAME")]
    [InlineData("Shop:Name", "SHOP:name")]
    [InlineData("Greeting", "GREETING")]
    public void A_setting_goes_over_all_variables_that_mean_it(string setting, string inherited)
    {
        var made = Make(isSelfContained: true, app => app.Configuration[setting] = "set", (inherited, "inherited"));

        Assert.Equal("set", made[VariableNames.Of(setting)]);
        Assert.DoesNotContain("inherited", made.Values);
    }

    [Theory]
    [InlineData("aspnetcore_urls")]
    [InlineData("AspNetCore_HTTP_Ports")]
    [InlineData("dotnet_environment")]
    public void What_the_kit_sets_goes_over_all_variables_that_mean_it(string inherited) =>
        Assert.DoesNotContain("inherited", Make(isSelfContained: true, configure: null, (inherited, "inherited")).Values);

    [Fact]
    public void Other_variables_may_differ_in_case_alone()
    {
        var made = Make(isSelfContained: true, app => app.EnvironmentVariables["SOME_PROXY"] = "b", ("some_proxy", "a"));

        Assert.Equal(OperatingSystem.IsWindows() ? ("b", "b") : ("a", "b"), (made["some_proxy"], made["SOME_PROXY"]));
    }

    [Fact]
    public void An_app_in_a_single_file_is_told_where_its_runtime_is()
    {
        Assert.Equal(Path.GetDirectoryName(Muxer.Path), Make(isSelfContained: false)["DOTNET_ROOT"]);
        Assert.DoesNotContain("DOTNET_ROOT", Make(isSelfContained: true));
    }

    [Fact]
    public void Where_the_runtime_is_may_be_said_by_others()
    {
        Assert.DoesNotContain("DOTNET_ROOT", Make(isSelfContained: false, app => app.EnvironmentVariables["DOTNET_ROOT"] = null));
        Assert.Equal("elsewhere", Make(isSelfContained: false, app => app.EnvironmentVariables["DOTNET_ROOT"] = "elsewhere")["DOTNET_ROOT"]);
        Assert.Equal("elsewhere", Make(isSelfContained: false, configure: null, ("DOTNET_ROOT", "elsewhere"))["DOTNET_ROOT"]);
        Assert.DoesNotContain("DOTNET_ROOT", Make(isSelfContained: false, configure: null, ("DOTNET_ROOT_X64", "elsewhere")));
    }

    private static Dictionary<string, string> Make(
        bool isSelfContained, Action<PublishedAppOptions>? configure = null, params (string Name, string Value)[] inherited)
    {
        var options = new PublishedAppOptions();
        configure?.Invoke(options);
        var app = new AppEntry("Shop", Path.Combine(AppContext.BaseDirectory, "Shop"), new RuntimeConfig(isSelfContained, AllowsHooks: true)) { IsSingleFile = true };
        return ChildVariables.Make(inherited.Select(v => KeyValuePair.Create(v.Name, v.Value)), options, app, "/hook.dll", "/pipe");
    }
}
