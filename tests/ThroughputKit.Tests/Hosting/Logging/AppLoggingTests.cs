using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

/// <summary>What an app prints for each request: counted, told, and kept from flooding the output of the tests.</summary>
public class AppLoggingTests
{
    // Far more entries than wait in the console's queue and in a pipe, so however far those lag behind, enough are out.
    private const int EnoughRequests = 6_000;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_logs_each_request_says_so_with_what_it_costs()
    {
        var result = await LoadTest.For<App>().Get("/logs").With(Briefly).RunAsync();

        var finding = Assert.Single(result.Findings, f => f.Name == "AppLogging");
        Assert.Matches(@"^The app printed \d+\.\d lines per request, most of them from TestApp\.App\. That took about \d+% of the processor time and [\d,]+ B per request\.$", finding.Message);
        Assert.Equal("The figures include it, as in production. If production logs less, set Logging:LogLevel:TestApp.App to Warning.", finding.Remedy);
        Assert.InRange(result.Logging!.BytesPerRequest!.Value, 100, 10_000); // an entry is text of some hundred characters
    }

    [Fact]
    public async Task A_cold_app_that_logs_each_request_says_so() => await CheckLogs(LoadTest.For<App>());

    [Fact]
    public async Task So_does_one_in_a_process_of_its_own() => await CheckLogs(LoadTest.ForPublished(Built.TestApp));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Its_log_speaks_again_afterwards()
    {
        await using var host = new ThroughputHost<App>();
        await LoadTest.For(host).Get("/logs").With(Briefly).RunAsync();

        Assert.Contains((await LoadTest.For(host).Get("/logs").With(Briefly).RunAsync()).Findings, f => f.Name == "AppLogging");
    }

    [Fact]
    public async Task One_that_does_not_log_has_nothing_to_say() => Assert.DoesNotContain(
        (await LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "Warning").Get("/logs").Sending(200).RunAsync()).Findings, f => f.Name == "AppLogging");

    private static async Task CheckLogs(LoadTest test)
    {
        var result = await test.Get("/logs").Sending(EnoughRequests).RunAsync();

        Assert.Matches(@"^The app printed \d+\.\d lines per request, most of them from TestApp\.App\.$", Assert.Single(result.Findings, f => f.Name == "AppLogging").Message);
    }

    private static void Briefly(LoadOptions options) =>
        (options.Connections, options.Requests, options.WarmUp, options.MaxWarmUp) = (4, EnoughRequests, TimeSpan.FromMilliseconds(100), TimeSpan.FromMilliseconds(100));
}
