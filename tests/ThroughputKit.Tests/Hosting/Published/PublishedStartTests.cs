using System.Diagnostics;
using Microsoft.AspNetCore.Hosting.Server;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Hosting.Published;

/// <summary>Folders and apps that can't be started. Each gives its errors at once, and leaves nothing running.</summary>
public class PublishedStartTests
{
    private const string AnyApp = "Expected: an output folder of dotnet publish or dotnet build, with one app in it.";

    private static readonly string _saysNowhere =
        "TestApp is running, but no web server in it reported an address within 5 s. Expected: an app that listens within StartTimeout (30 s by default). "
        + "Does it wait for a database or another server that isn't there? If it needs longer, set o.StartTimeout. "
        + "An app that doesn't use the framework's host must print 'Now listening on: ' and its address. "
        + $"Its output ended with:{Environment.NewLine}Waiting for the moon.";

    [Fact]
    public async Task A_folder_that_is_not_there() => Assert.Equal(
        $"There is no folder 'nowhere' (full path: {Path.GetFullPath("nowhere")}). {AnyApp} Has the app been published, and for the same configuration? "
        + "A relative path starts at the current directory, which is the test project's output folder under dotnet test.",
        await Problem(LoadTest.ForPublished("nowhere")));

    [Fact]
    public async Task No_folder_at_all() => Assert.StartsWith($"The folder is ''. {AnyApp}", await Problem(LoadTest.ForPublished("")), StringComparison.Ordinal);

    [Fact]
    public async Task A_file() => Assert.Equal(
        $"'{Built.KilledRun}' is a file. {AnyApp} Give the folder, {Path.GetDirectoryName(Built.KilledRun)}. If the folder holds several apps, choose one with EntryPoint.",
        await Problem(LoadTest.ForPublished(Built.KilledRun)));

    [Fact]
    public async Task A_folder_without_an_app()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.File("Library.dll"), "");
        await File.WriteAllTextAsync(folder.File("Broken.runtimeconfig.json"), "{");
        await File.WriteAllTextAsync(folder.File("Broken.dll"), "");
        await File.WriteAllTextAsync(folder.File("Alone.runtimeconfig.json"), """{ "runtimeOptions": {} }""");

        Assert.Equal(
            $"The folder '{folder.Path}' holds no app that can be started. {AnyApp} "
            + "It needs a name.runtimeconfig.json with its name.dll, or an executable. Is it the folder of a library, or of the project rather than its output?",
            await Problem(LoadTest.ForPublished(folder.Path)));
    }

    [Fact]
    public async Task A_folder_with_several_apps()
    {
        using var folder = Described("Shop", "Admin");

        Assert.Equal(
            $"The folder '{folder.Path}' holds several apps: Admin, Shop. Expected: one app, or the name of one in EntryPoint. "
            + "Choose one: ForPublished(folder, app => app.EntryPoint = \"Admin\").",
            await Problem(LoadTest.ForPublished(folder.Path)));
        Assert.Equal(
            $"EntryPoint is 'Ship', and the folder '{folder.Path}' holds no such app. Expected: the name of one of its apps: Admin, Shop. "
            + "Is it misspelt? It is the name of the assembly, without .dll.",
            await Problem(LoadTest.ForPublished(folder.Path, app => app.EntryPoint = "Ship")));
    }

    [Fact]
    public async Task An_app_that_forbids_start_up_hooks()
    {
        using var folder = Described("Shop");
        await File.WriteAllTextAsync(
            folder.File("Shop.runtimeconfig.json"), """{ "runtimeOptions": { "configProperties": { "System.StartupHookProvider.IsSupported": false } } }""");

        Assert.Equal(
            "Shop was published with start-up hooks switched off (System.StartupHookProvider.IsSupported). Expected: an app whose runtime loads start-up hooks. "
            + "Trimming switches them off. Publish the app with -p:StartupHookSupport=true, or start it yourself and use LoadTest.Against, which reads no memory figures.",
            await Problem(LoadTest.ForPublished(folder.Path)));
    }

    [Fact]
    public async Task All_problems_are_told_together()
    {
        var thrown = await Assert.ThrowsAsync<LoadTestException>(() => LoadTest.ForPublished("nowhere").Get("hello").RunAsync());

        Assert.Equal(2, thrown.Problems.Count);
        Assert.Contains(thrown.Problems, p => p.StartsWith("There is no folder 'nowhere'", StringComparison.Ordinal));
        Assert.Contains(thrown.Problems, p => p.StartsWith("The path is 'hello'.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_temporary_folder_that_is_not_there()
    {
        using var folder = new TemporaryFolder();

        var problem = await RunWithin(folder.File("gone"));
        Assert.Contains($"The start-up hook can't be written to the temporary folder '{folder.File("gone")}/': ", problem, StringComparison.Ordinal);
        Assert.Contains(
            "Expected: a temporary folder that this user can write to. The kit reads the app's figures through the hook. Does TMPDIR name a folder that isn't there, or is the disk full?",
            problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_temporary_folder_whose_path_would_be_taken_for_several()
    {
        using var folder = new TemporaryFolder();
        var temporary = Directory.CreateDirectory(folder.File($"a{Path.PathSeparator}b")).FullName;

        Assert.Contains(
            $"The path of the temporary folder '{temporary}/' contains '{Path.PathSeparator}'. Expected: a temporary folder without '{Path.PathSeparator}' in its path. "
            + "The kit names its start-up hook there in DOTNET_STARTUP_HOOKS, where that sign separates paths. Set TMPDIR to another folder.",
            await RunWithin(temporary), StringComparison.Ordinal);
    }

    [LinuxFact("the system's shell takes the place of the app.")]
    [Trait("Category", "Slow")]
    public async Task An_app_in_a_single_file_that_loads_no_hooks()
    {
        using var folder = new TemporaryFolder();
        File.Copy("/bin/sh", folder.File("Shop"));

        Assert.Contains(
            "An app that was trimmed, compiled ahead of time, or is older than .NET 8 loads no such hook.",
            await Problem(Shell("read line").With(o => o.StartTimeout = TimeSpan.FromSeconds(1))), StringComparison.Ordinal);
        Assert.Equal(
            "Shop runs without the kit's start-up hook, which reads its figures and stops it after the test. Expected: an app whose runtime loads start-up hooks (.NET 8 or later). "
            + "Was it compiled ahead of time, or trimmed, or does a script start it? Start it yourself and use LoadTest.Against, which reads no memory figures.",
            await Problem(Shell("echo 'Now listening on: http://127.0.0.1:5000'; read line")));

        LoadTest Shell(string script) => LoadTest.ForPublished(folder.Path, app =>
        {
            app.Arguments.Add("-c");
            app.Arguments.Add(script);
        });
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_loads_no_hooks_after_all()
    {
        using var folder = new TemporaryFolder();
        foreach (var file in Directory.GetFiles(Built.TestApp))
        {
            File.Copy(file, folder.File(Path.GetFileName(file)));
        }

        // To the runtime a text does as well as a value.
        var settings = await File.ReadAllTextAsync(folder.File("TestApp.runtimeconfig.json"));
        await File.WriteAllTextAsync(
            folder.File("TestApp.runtimeconfig.json"),
            settings.Replace("\"configProperties\": {", "\"configProperties\": { \"System.StartupHookProvider.IsSupported\": \"false\",", StringComparison.Ordinal));

        Assert.StartsWith("TestApp runs without the kit's start-up hook", await Problem(LoadTest.ForPublished(folder.Path)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_assembly_that_is_none()
    {
        using var folder = Described("Shop");

        Assert.StartsWith(
            "Shop exited with code ", await Problem(LoadTest.ForPublished(folder.Path)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_whose_runtime_is_not_installed()
    {
        using var folder = new TemporaryFolder();
        MissingRuntime.WriteTo(folder);

        var problem = await Problem(LoadTest.ForPublished(folder.Path));

        Assert.StartsWith("TestApp exited with code ", problem, StringComparison.Ordinal);
        Assert.Contains(MissingRuntime.Message, problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_throws_at_start() => Assert.StartsWith(
        "TestApp exited with code 134 before it listened. Expected: an app that starts and runs until it is stopped. "
        + "Pass a missing setting with Configuration, Arguments or EnvironmentVariables. Its output ended with:"
        + $"{Environment.NewLine}Unhandled exception. System.InvalidOperationException: The connection string 'Shop' is missing.{Environment.NewLine}   at TestApp.App.Run",
        await Problem(Mode("throws")), StringComparison.Ordinal);

    [Fact]
    public async Task An_app_that_ends_without_running() => Assert.Equal(
        "TestApp exited with code 0 before it listened. Expected: an app that starts and runs until it is stopped. "
        + "Pass a missing setting with Configuration, Arguments or EnvironmentVariables. It printed nothing.",
        await Problem(Mode("ends without running")));

    [Fact]
    public void An_app_that_says_nowhere_where_it_listens()
    {
        var output = new ChildOutput();
        output.Add("Waiting for the moon.\n"u8);

        Assert.Equal(_saysNowhere, PublishedProblems.TooSlow("TestApp", TimeSpan.FromSeconds(5), hasHook: true, output).ToString());
        Assert.StartsWith(
            "The kit's start-up hook has not connected either.", PublishedProblems.TooSlow("TestApp", TimeSpan.FromSeconds(5), hasHook: false, output).Cause,
            StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_waits_before_it_builds_a_host() => Assert.Equal(
        _saysNowhere,
        await Problem(Mode("never builds a host").With(o => o.StartTimeout = TimeSpan.FromSeconds(5))));

    [Fact]
    public async Task An_app_that_never_starts() => await CheckTooSlow("hangs in a hosted service");

    [Fact]
    [Trait("Category", "Slow")]
    public async Task An_app_that_blocks_its_start() => await CheckTooSlow("blocks in a hosted service");

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_worker_without_a_web_server() => Assert.Equal(
        "TestApp listens on nothing. Expected: an app that listens on http or https over TCP once it is started. "
        + "Is it a worker without a web server, or is its only endpoint a pipe?",
        await Problem(Mode("never listens")));

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_worker_without_ASP_NET_Core()
    {
        using var folder = new TemporaryFolder();
        var framework = Directory.GetFiles(Path.GetDirectoryName(typeof(IServer).Assembly.Location)!, "*.dll");
        var others = framework.Where(f => !Path.GetFileName(f).StartsWith("Microsoft.AspNetCore.", StringComparison.Ordinal));
        foreach (var file in others.Append(Path.Combine(Built.TestApp, "TestApp.dll")))
        {
            File.Copy(file, folder.File(Path.GetFileName(file)));
        }

        await File.WriteAllTextAsync(
            folder.File("TestApp.runtimeconfig.json"),
            """
            {
              "runtimeOptions": {
                "framework": { "name": "Microsoft.NETCore.App", "version": "10.0.0" },
                "configProperties": { "System.Globalization.Invariant": true }
              }
            }
            """);

        Assert.StartsWith(
            "TestApp listens on nothing.", await Problem(LoadTest.ForPublished(folder.Path, app => app.Arguments.Add("worker"))), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_option_that_throws_is_the_callers_own_exception() =>
        await Assert.ThrowsAsync<DivideByZeroException>(
            () => LoadTest.ForPublished(Built.TestApp, _ => throw new DivideByZeroException()).Get("/").RunAsync());

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_start_can_be_given_up_at_any_moment()
    {
        // Others may load the same app meanwhile, so those of this test are marked.
        var (folders, mark) = (Leftovers(), $"--Mark={Guid.NewGuid()}");
        var test = LoadTest.ForPublished(Built.TestApp, app =>
        {
            app.Configuration["Mode"] = "hangs in a hosted service";
            app.Arguments.Add(mark);
        }).Get("/text").Sending(1);
        for (var i = 0; i < 20; i++)
        {
            using var cancel = new CancellationTokenSource(TimeSpan.FromMilliseconds(i * 10));

            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => test.RunAsync(cancel.Token));
        }

        Assert.DoesNotContain(Process.GetProcessesByName("dotnet"), p => HasArgument(p, mark));
        Assert.Empty(Leftovers().Except(folders));
    }

    private static async Task CheckTooSlow(string mode) => Assert.StartsWith(
        "TestApp is running, but no web server in it reported an address within 0.5 s.",
        await Problem(Mode(mode).With(o => o.StartTimeout = TimeSpan.FromMilliseconds(500))), StringComparison.Ordinal);

    // TMPDIR is the whole process's: the run is one of its own, which ends with the problem.
    private static async Task<string> RunWithin(string temporary)
    {
        var start = new ProcessStartInfo("dotnet", [Built.KilledRun, Built.TestApp, ""]) { RedirectStandardError = true, UseShellExecute = false };
        start.Environment[OperatingSystem.IsWindows() ? "TMP" : "TMPDIR"] = temporary;
        using var run = Process.Start(start)!;
        return await run.StandardError.ReadToEndAsync();
    }

    private static bool HasArgument(Process process, string argument)
    {
        try
        {
            return File.ReadAllText($"/proc/{process.Id}/cmdline").Contains(argument, StringComparison.Ordinal);
        }
        catch (IOException)
        {
            return false; // it ended in this moment
        }
    }

    private static string[] Leftovers() => Directory.GetDirectories(Path.GetTempPath(), $"{HookFolder.Prefix}{Environment.ProcessId}-*");

    private static TemporaryFolder Described(params string[] apps)
    {
        var folder = new TemporaryFolder();
        foreach (var app in apps)
        {
            File.WriteAllText(folder.File($"{app}.dll"), "");
            File.WriteAllText(folder.File($"{app}.runtimeconfig.json"), """{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "8.0.0" } } }""");
        }

        return folder;
    }

    private static LoadTest Mode(string mode) => LoadTest.ForPublished(Built.TestApp, app => app.Configuration["Mode"] = mode).Get("/text").Sending(1);

    private static async Task<string> Problem(LoadTest test) =>
        Assert.Single((await Assert.ThrowsAsync<LoadTestException>(() => test.Get("/").Sending(1).RunAsync())).Problems);
}
