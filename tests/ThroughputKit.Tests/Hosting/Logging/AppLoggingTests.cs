using System.Globalization;
using System.Text.RegularExpressions;
using TestApp;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Logging;

/// <summary>What an app prints for each request: counted, told, and kept from flooding the output of the tests.</summary>
public class AppLoggingTests
{
    // Far more entries than wait in the console's queue and in a pipe, so however far those lag behind, enough are out.
    private const int EnoughRequests = 6_000;

    [Fact]
    public async Task A_cold_app_that_logs_each_request_says_so() => await CheckLogs(LoadTest.For<App>());

    [Fact]
    public async Task So_does_one_in_a_process_of_its_own() => await CheckLogs(LoadTest.ForPublished(Built.TestApp));

    // The windows that measure bytes come after the window whose requests are counted.
    [Fact]
    public async Task Lines_are_those_of_the_window_alone()
    {
        var result = await LoadTest.For<App>().Get("/logs").Sending(EnoughRequests)
            .With(o => (o.WarmUp, o.MaxWarmUp) = (TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1)))
            .Within(new LoadGates { MaxAllocatedBytesPerRequest = 1e9 }).RunAsync();

        Assert.NotNull(result.Memory.Allocation);
        var printed = Regex.Match(Assert.Single(result.Findings, f => f.Name == "AppLogging").Message, @"printed (\S+) lines");
        Assert.InRange(double.Parse(printed.Groups[1].Value, CultureInfo.InvariantCulture), 0.5, 3); // an entry is two lines; those of the settling load may wait in the console's queue
    }

    [Fact]
    public async Task One_that_does_not_log_has_nothing_to_say() => Assert.DoesNotContain(
        (await LoadTest.For<App>(app => app.Configuration["Logging:LogLevel:Default"] = "Warning").Get("/logs").Sending(200).RunAsync()).Findings, f => f.Name == "AppLogging");

    private static async Task CheckLogs(LoadTest test)
    {
        var result = await test.Get("/logs").Sending(EnoughRequests).RunAsync();

        Assert.Matches(@"^The app printed \d+\.\d lines per request, most of them from TestApp\.App\.$", Assert.Single(result.Findings, f => f.Name == "AppLogging").Message);
    }
}
