using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Published;

public class FrameworkLogSettingsTests
{
    [Fact]
    public void Both_categories_are_set_where_nothing_is() => Assert.Equal(
        ["Logging:LogLevel:Microsoft.AspNetCore", "Logging:LogLevel:Microsoft.Hosting"], Find("{}"));

    [Fact]
    public void What_is_quiet_is_left_alone() => Assert.Equal(
        ["Logging:LogLevel:Microsoft.Hosting"],
        Find("""{ "Logging": { "LogLevel": { "Microsoft.AspNetCore": "Error", "Microsoft.AspNetCore.Routing": "None" } } }"""));

    [Theory]
    [InlineData("""{ "Logging": { "LogLevel": { "Default": "None" } } }""")]
    [InlineData("""{ "Logging": { "LogLevel": { "Microsoft": "None" } } }""")]
    [InlineData("""{ "Logging": { "LogLevel": { "Microsoft.AspNetCore": "None", "Microsoft.Hosting": "Error" }, "Console": { "LogLevel": { "Shop": "Debug" } } } }""")]
    [InlineData("""{ "Logging": { "LogLevel": { "Default": "Error" }, "Console": { "LogLevel": { "Shop": "Debug" } } } }""")]
    public void What_is_quiet_as_a_whole_is_left_alone(string settings) => Assert.Empty(Find(settings));

    [Fact]
    public void Narrower_categories_and_providers_with_rules_of_their_own_are_found()
    {
        var found = Find("""
            {
              "Logging": {
                "LogLevel": { "Default": "Debug", "Microsoft.AspNetCore.Hosting.Diagnostics": "Information" },
                "Console": { "FormatterName": "json", "LogLevel": { "Default": "Information" } },
                "Debug": { "Other": "x" }
              }
            }
            """);

        Assert.Equal(
            [
                "Logging:Console:LogLevel:Microsoft.AspNetCore", "Logging:Console:LogLevel:Microsoft.Hosting", "Logging:LogLevel:Microsoft.AspNetCore",
                "Logging:LogLevel:Microsoft.AspNetCore.Hosting.Diagnostics", "Logging:LogLevel:Microsoft.Hosting",
            ],
            found);
    }

    [Fact]
    public void Variables_may_differ_in_case_alone() => Assert.Equal(
        ["Logging:LogLevel:Microsoft.AspNetCore", "Logging:LogLevel:Microsoft.Hosting"], Find("{}", new() { ["HTTP_PROXY"] = "a", ["http_proxy"] = "b" }));

    [Fact]
    public void Environment_variables_go_over_files() => Assert.Contains(
        "Logging:LogLevel:Microsoft.AspNetCore.Mvc", Find("{}", new() { ["Logging__LogLevel__Microsoft.AspNetCore.Mvc"] = "Trace" }));

    [Fact]
    public void A_broken_file_is_the_apps_affair() => Assert.Equal(2, Find("{").Length);

    private static string[] Find(string settings, Dictionary<string, string>? variables = null)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.File("appsettings.Production.json"), settings);
        return [.. FrameworkLogSettings.Find(folder.Path, "Production", variables ?? []).Order(StringComparer.Ordinal)];
    }
}
