using System.Diagnostics;
using System.Globalization;
using TestApp;
using ThroughputKit.Tests.Support;
using Xunit.Abstractions;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>Apps that the kit starts in a process of their own.</summary>
public class PublishedAppTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Starts_the_app_and_stops_it()
    {
        var process = "";

        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp).Get("/text")
            .Prepare(async (client, token) => { process = await Ask(client, "/process", token); }).Sending(50).RunAsync());

        Assert.Equal((50, 50), (result.Sent, result.Succeeded));
        Assert.NotEqual($"{Environment.ProcessId}", process);
        Assert.False(Processes.IsRunning(process));
        Assert.True(result.Startup.HostStart > TimeSpan.Zero);
        Assert.True(result.Startup.FirstResponse > TimeSpan.Zero);
        Assert.Empty(result.FindingsOfApp());
    }

    [ReleaseFact]
    [Trait("Category", "Slow")]
    public async Task Reads_the_same_allocated_bytes_as_in_the_tests_own_process()
    {
        foreach (var path in (string[])["/twin", "/twin-512"])
        {
            var inside = Identity.Check(await Measure(LoadTest.For<App>(), path));
            var outside = Identity.Check(await Measure(LoadTest.ForPublished(Built.TestApp), path));
            var (bytesInside, bytesOutside) = (inside.Memory.AllocatedBytesPerRequest!.Value, outside.Memory.AllocatedBytesPerRequest!.Value);

            output.WriteLine($"{path}: in the test's process {bytesInside:F2} B per request, in its own {bytesOutside:F2} B, difference {bytesOutside - bytesInside:F2} B");
            Assert.InRange(bytesOutside - bytesInside, -4, 4);
        }

        static Task<LoadResult> Measure(LoadTest test, string path) => test.Get(path).With(o => o.Duration = TimeSpan.FromSeconds(1)).RunAsync();
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task All_figures_of_the_process_are_the_apps_own()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp, app => app.ServerGc = false).Get("/twin-512").With(o =>
        {
            o.Requests = 50_000;
            o.WarmUp = TimeSpan.FromMilliseconds(200);
            o.MaxWarmUp = TimeSpan.FromMilliseconds(200);
        }).RunAsync());

        output.WriteLine(result.ToString());
        Assert.True(result.Memory.IsAvailable);
        Assert.True(result.Memory.AllocatedBytesPerRequest > 536);
        Assert.NotNull(result.Memory.ManagedHeapDelta);
        Assert.InRange(result.Memory.WorkingSetPeak!.Value, 10_000_000, 10_000_000_000);
        Assert.True(result.Memory.Gen0Collections > 0);
        Assert.True(result.Memory.PauseTime > TimeSpan.Zero);
        Assert.InRange(result.Cpu.TimePerRequest!.Value, TimeSpan.FromMicroseconds(1), TimeSpan.FromMilliseconds(10));
        Assert.InRange(result.Generator.AllocatedBytesPerRequest!.Value, 0, 50);
        Assert.Contains("(the app only", result.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, "Production")]
    [InlineData("Staging", "Staging")]
    [Trait("Category", "Slow")]
    public async Task Runs_as_production_unless_told_otherwise(string? environment, string expected) =>
        Assert.Equal(expected, await Ask("/setting/environment", app => app.Environment = environment ?? app.Environment));

    [Fact]
    public async Task All_that_is_set_reaches_the_app_and_its_hook_no_other_process()
    {
        List<string> answers = [];

        var result = await LoadTest.ForPublished(Built.TestApp, app =>
        {
            app.Environment = "Development";
            app.Configuration["Tea:Size"] = "twelve";
            app.Arguments.Add("--Size=thirteen cups");
            app.EnvironmentVariables["SIZE"] = "fourteen";
            app.EnvironmentVariables["PATH"] = null;
            app.EnvironmentVariables["DOTNET_STARTUP_HOOKS"] = Path.Combine(Built.TestApp, "TestApp.dll"); // it runs beside the kit's
        }).Get("/text").Prepare(async (client, token) =>
        {
            foreach (var path in (string[])
                ["/setting/environment", "/setting/Tea:Size", "/setting/Size", "/variable/SIZE", "/variable/PATH", "/variable/HOOK_OF_THE_CALLER", "/child-is-hooked"])
            {
                answers.Add(await Ask(client, path, token));
            }
        }).Sending(1).RunAsync();

        Assert.Equal(["Development", "twelve", "thirteen cups", "fourteen", "none", "has run", "False"], answers);
        Assert.Contains(result.Findings, f => f.Name == "DevelopmentEnvironment");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait("Category", "Slow")]
    public async Task Passes_runtime_settings(bool on)
    {
        var settings = "";

        var result = await LoadTest.ForPublished(Built.TestApp, app =>
        {
            (app.ServerGc, app.ConcurrentGc, app.DynamicGc, app.TieredCompilation, app.TieredPgo) = (on, on, on, on, on);
            app.EnvironmentVariables["DOTNET_PROCESSOR_COUNT"] = "2"; // with one core there is no server collector
        }).Get("/text").Prepare(async (client, token) => { settings = await Ask(client, "/gc", token); }).Sending(1).RunAsync();

        Assert.Equal((on, 2), (result.Environment.IsServerGc, result.Environment.Cores));
        Assert.Equal($"server {on}, concurrent {on}, tiered {(on ? "1" : "0")}, profile {(on ? "1" : "0")}", settings);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Trait("Category", "Slow")]
    public async Task Keeps_the_frameworks_log_only_if_told_to(bool keep)
    {
        // A line for each request, and far more of them than fit into a pipe that nobody reads.
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp, app =>
        {
            app.KeepFrameworkLogging = keep;
            app.Configuration["Logging:LogLevel:Default"] = "Information";
        }).Get("/text").Sending(2_000).RunAsync());

        Assert.Equal(2_000, result.Succeeded);
        Assert.Equal(keep, result.Findings.Any(f => f.Name == "RequestLogging"));
    }

    [Theory]
    [InlineData("Logging:LogLevel:Microsoft.AspNetCore")]
    [InlineData("Logging:LogLevel:Microsoft.AspNetCore.Hosting.Diagnostics")] // narrower than what the kit sets
    [InlineData("Logging:Console:LogLevel:Default")]
    [Trait("Category", "Slow")]
    public async Task Says_that_requests_are_logged_where_other_settings_have_it_so(string setting) =>
        Assert.Contains(
            (await LoadTest.ForPublished(Built.TestApp, app => app.Configuration[setting] = "Information").Get("/text").Sending(1).RunAsync()).Findings,
            f => f.Name == "RequestLogging");

    [Theory]
    [InlineData("Kestrel:Endpoints:Http:Url", "http://127.0.0.1:{0}")]
    [InlineData("Urls", "http://127.0.0.1:{0}")]
    [InlineData("Mode", "listens elsewhere too")]
    [Trait("Category", "Slow")]
    public async Task Is_loaded_on_the_kits_own_port_whatever_the_app_is_set_to_listen_on(string setting, string value)
    {
        var port = FreePort.Find();
        Uri? loaded = null;

        await LoadTest.ForPublished(Built.TestApp, app =>
        {
            app.Configuration["Port"] = $"{port}";
            app.Configuration[setting] = string.Format(CultureInfo.InvariantCulture, value, port);
        }).Get("/text").Prepare((client, _) =>
        {
            loaded = client.BaseAddress;
            return Task.CompletedTask;
        }).Sending(1).RunAsync();

        Assert.NotEqual(port, loaded!.Port);
    }

    [Fact]
    public async Task An_app_without_a_host_of_the_frameworks_is_found_by_what_it_prints()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = "serves without a host")
            .Get("/").Sending(100).RunAsync());

        Assert.Equal(100, result.Succeeded);
        Assert.NotNull(result.Memory.AllocatedBytesPerRequest);
        Assert.Empty(result.FindingsOfApp());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_hooks_of_the_caller_are_kept_and_those_of_the_kit_are_not_seen()
    {
        var hook = Path.Combine(Repository.Root, "src", "ThroughputKit.StartupHook", "bin", Built.Configuration, "net8.0", "ThroughputKit.StartupHook.dll");

        Assert.Equal(hook, await Ask("/variable/DOTNET_STARTUP_HOOKS", app => app.EnvironmentVariables["DOTNET_STARTUP_HOOKS"] = hook));
        Assert.Equal("none", await Ask("/variable/DOTNET_STARTUP_HOOKS"));
        Assert.Equal("none", await Ask("/variable/THROUGHPUTKIT_PIPE"));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task What_the_host_tells_goes_over_an_address_that_is_printed_long_before()
    {
        var result = Identity.Check(await LoadTest.ForPublished(Built.TestApp, app =>
        {
            app.Environment = "Development";
            app.Configuration["Mode"] = "prints an address long before it has started";
        }).Get("/text").Sending(20).RunAsync());

        Assert.Equal(20, result.Succeeded);
        Assert.Contains(result.Findings, f => f.Name == "DevelopmentEnvironment");
    }

    [Theory]
    [InlineData("two words, and more")]
    [InlineData("Grüße 商店 🛒")]
    [InlineData("it's \"quoted\" $HOME")]
    [Trait("Category", "Slow")]
    public async Task Any_folder_will_do(string name)
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder.File(name));
        foreach (var file in Directory.GetFiles(Built.TestApp))
        {
            File.Copy(file, Path.Combine(folder.File(name), Path.GetFileName(file)));
        }

        Assert.Equal(20, (await LoadTest.ForPublished(folder.File(name)).Get("/text").Sending(20).RunAsync()).Succeeded);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_published_folder_serves_as_well_as_the_output_of_a_build()
    {
        using var folder = new TemporaryFolder();
        using var publish = Process.Start(new ProcessStartInfo(
            "dotnet", ["publish", Path.Combine(Repository.Root, "tests", "TestApp"), "-c", Built.Configuration, "--no-build", "-o", folder.Path, "-v", "quiet"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        var printed = await publish.StandardOutput.ReadToEndAsync();
        await publish.WaitForExitAsync();
        Assert.True(publish.ExitCode == 0, printed);

        Assert.Equal(20, (await LoadTest.ForPublished(folder.Path).Get("/text").Sending(20).RunAsync()).Succeeded);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_of_several_apps_is_chosen_by_its_name() => Assert.Equal(
        20, (await LoadTest.ForPublished(AppContext.BaseDirectory, app => app.EntryPoint = "TestApp").Get("/text").Sending(20).RunAsync()).Succeeded);

    private static async Task<string> Ask(string path, Action<PublishedAppOptions>? configure = null)
    {
        var answer = "";
        await LoadTest.ForPublished(Built.TestApp, configure).Get("/text")
            .Prepare(async (client, token) => { answer = await Ask(client, path, token); }).Sending(1).RunAsync();
        return answer;
    }

    private static Task<string> Ask(HttpClient client, string path, CancellationToken token) =>
        client.GetStringAsync(new Uri(path, UriKind.Relative), token);
}
