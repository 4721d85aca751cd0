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
        var made = Make(isSingleFile: false, app => app.Configuration[setting] = "set", (inherited, "inherited"));

        Assert.Equal("set", made[ChildVariables.NameOf(setting)]);
        Assert.DoesNotContain("inherited", made.Values);
    }

    [Theory]
    [InlineData("aspnetcore_urls")]
    [InlineData("AspNetCore_HTTP_Ports")]
    [InlineData("dotnet_environment")]
    public void What_the_kit_sets_goes_over_all_variables_that_mean_it(string inherited) =>
        Assert.DoesNotContain("inherited", Make(isSingleFile: false, configure: null, (inherited, "inherited")).Values);

    [Fact]
    public void Other_variables_may_differ_in_case_alone()
    {
        var made = Make(isSingleFile: false, app => app.EnvironmentVariables["SOME_PROXY"] = "b", ("some_proxy", "a"));

        Assert.Equal(OperatingSystem.IsWindows() ? ("b", "b") : ("a", "b"), (made["some_proxy"], made["SOME_PROXY"]));
    }

    [Fact]
    public void An_app_in_a_single_file_is_told_where_its_runtime_is()
    {
        Assert.Equal(Path.GetDirectoryName(Muxer.Path), Make(isSingleFile: true)["DOTNET_ROOT"]);
        Assert.DoesNotContain("DOTNET_ROOT", Make(isSingleFile: false));
    }

    [Fact]
    public void Where_the_runtime_is_may_be_said_by_others()
    {
        Assert.DoesNotContain("DOTNET_ROOT", Make(isSingleFile: true, app => app.EnvironmentVariables["DOTNET_ROOT"] = null));
        Assert.Equal("elsewhere", Make(isSingleFile: true, app => app.EnvironmentVariables["DOTNET_ROOT"] = "elsewhere")["DOTNET_ROOT"]);
        Assert.Equal("elsewhere", Make(isSingleFile: true, configure: null, ("DOTNET_ROOT", "elsewhere"))["DOTNET_ROOT"]);
        Assert.DoesNotContain("DOTNET_ROOT", Make(isSingleFile: true, configure: null, ("DOTNET_ROOT_X64", "elsewhere")));
    }

    [Fact]
    public void The_frameworks_log_is_set_to_warnings_but_for_the_address_unless_it_is_kept()
    {
        var made = Make(isSingleFile: false, configure: null, ("LOGGING__LogLevel__Microsoft.AspNetCore", "inherited"));

        Assert.Equal(("Warning", "Information"), (made["Logging__LogLevel__Microsoft.AspNetCore"], made["Logging__LogLevel__Microsoft.Hosting.Lifetime"]));
        Assert.DoesNotContain("inherited", made.Values);
        Assert.DoesNotContain(Make(isSingleFile: false, app => app.KeepFrameworkLogging = true), v => v.Key.StartsWith("Logging", StringComparison.Ordinal));
    }

    [Fact]
    public void What_the_caller_sets_for_the_frameworks_log_holds()
    {
        var made = Make(isSingleFile: false, app =>
        {
            app.Configuration["logging:loglevel:microsoft.aspnetcore"] = "Debug";
            app.EnvironmentVariables["Logging__LogLevel__Microsoft.Hosting.lifetime"] = "Trace";
        });

        Assert.Equal(("Debug", "Trace"), (made["logging__loglevel__microsoft.aspnetcore"], made["Logging__LogLevel__Microsoft.Hosting.lifetime"]));
        Assert.DoesNotContain(made.Values, v => v is "Warning" or "Information");
    }

    private static Dictionary<string, string> Make(
        bool isSingleFile, Action<PublishedAppOptions>? configure = null, params (string Name, string Value)[] inherited)
    {
        var options = new PublishedAppOptions();
        configure?.Invoke(options);
        var settings = isSingleFile ? null : new RuntimeConfig(IsSelfContained: false, AllowsHooks: true);
        var app = new AppEntry("Shop", Path.Combine(AppContext.BaseDirectory, "Shop"), settings);
        return ChildVariables.Make(inherited.Select(v => KeyValuePair.Create(v.Name, v.Value)), options, app, "/hook.dll", "/pipe");
    }
}
