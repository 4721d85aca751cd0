using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Experiments;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Samples;

/// <summary>The processes that samples/Experiments starts: what goes wrong is named, within a time limit, and nothing is left running.</summary>
public class ExperimentProcessesTests
{
    private const string Shell = "the test needs a shell.";

    // Not reached by a test that passes.
    private static readonly TimeSpan _never = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan _moment = TimeSpan.FromMilliseconds(300);

    [UnixFact(Shell)]
    public async Task A_server_that_ends_at_once_says_why()
    {
        var port = Server.FreePort();

        var exception = await Assert.ThrowsAsync<InvalidOperationException>(
            () => Server.StartAsync(Sh("echo 'The runtime is missing.' >&2; exit 150"), port, CancellationToken.None, _never));

        Assert.Equal(
            $"sh ended with 150 before it accepted connections on port {port}. Its output:{Environment.NewLine}The runtime is missing.", exception.Message);
    }

    [UnixFact("the way to stop a server.")]
    public async Task A_server_whose_runtime_is_not_installed_names_what_is_missing()
    {
        using var folder = new TemporaryFolder();
        var app = MissingRuntime.WriteTo(folder);

        var exception = await Assert.ThrowsAsync<InvalidOperationException>(
            () => Server.StartAsync(new ProcessStartInfo("dotnet", [app]), Server.FreePort(), CancellationToken.None, _never));

        Assert.StartsWith("dotnet ended with ", exception.Message, StringComparison.Ordinal);
        Assert.Contains(MissingRuntime.Message, exception.Message, StringComparison.Ordinal);
    }

    [UnixFact(Shell)]
    public async Task A_server_that_never_opens_its_port_is_given_up()
    {
        var port = Server.FreePort();

        var exception = await Assert.ThrowsAsync<InvalidOperationException>(
            () => Server.StartAsync(Sh("exec sleep 600"), port, CancellationToken.None, _moment));

        Assert.StartsWith($"sh did not accept connections on port {port} within 0.3 s. Its output:", exception.Message, StringComparison.Ordinal);
    }

    [UnixFact(Shell)]
    public Task A_server_that_is_given_up_is_stopped() => CheckIsStoppedAsync(
        (file, token) => Server.StartAsync(Sh($"echo $$ > {file}; exec sleep 600"), Server.FreePort(), token, _never));

    [UnixFact(Shell)]
    public async Task A_server_whose_port_is_in_use_is_not_started()
    {
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var port = ((IPEndPoint)other.LocalEndpoint).Port;

        var exception = await Assert.ThrowsAsync<InvalidOperationException>(() => Server.StartAsync(Sh("exit 1"), port, CancellationToken.None, _never));

        Assert.Equal($"sh can't be started on port {port}: another program listens there. Try again.", exception.Message);
    }

    [Fact]
    public void A_program_that_is_not_installed_is_named_with_its_package() => Assert.Equal(
        "no-such-server is not installed. Install Debian's package servers: apt-get install servers",
        Assert.Throws<NotInstalledException>(() => Tool.Find("no-such-server", "servers")).Message);

    [UnixFact(Shell)]
    public async Task A_command_that_fails_says_why() => Assert.Equal(
        $"It could not be published:{Environment.NewLine}Half of it.\nThe runtime pack is missing.\n",
        (await Assert.ThrowsAsync<InvalidOperationException>(() => Command.RunAsync(
            Sh("echo 'Half of it.'; echo 'The runtime pack is missing.' >&2; exit 1"), "It could not be published", CancellationToken.None, _never))).Message);

    [UnixFact(Shell)]
    public async Task A_command_that_takes_too_long_is_given_up() => Assert.Equal(
        "It could not be published: sh took longer than 0.3 s.",
        (await Assert.ThrowsAsync<InvalidOperationException>(
            () => Command.RunAsync(Sh("exec sleep 600"), "It could not be published", CancellationToken.None, _moment))).Message);

    [UnixFact(Shell)]
    public Task A_command_that_is_given_up_is_stopped_with_what_it_started() => CheckIsStoppedAsync(
        (file, token) => Command.RunAsync(Sh($"sleep 600 & echo $! > {file}; wait"), "It could not be published", token, _never));

    [Fact]
    public async Task Experiments_of_unknown_names_are_refused_with_the_names_there_are()
    {
        var message = await FailureAsync("no-such-experiment", "middleware", "--quik");

        Assert.Contains("'no-such-experiment' is not an experiment, nor an option. Expected: apis, versions, ", message, StringComparison.Ordinal);
        Assert.Contains("'--quik' is not an experiment, nor an option. Expected: apis, versions, ", message, StringComparison.Ordinal);
        Assert.DoesNotContain("'middleware' is not", message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_name_at_all_gives_those_there_are_with_what_each_asks() => Assert.Matches(
        @"^It failed:\r?\napis +What does a controller cost, [\s\S]*\nmachine +What moves [\s\S]*\nGive the names of those to run, or all\.",
        await FailureAsync());

    [Fact]
    public async Task A_file_in_place_of_the_output_folder_is_refused_before_anything_is_measured()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.File("tables"), "");

        Assert.Matches(
            @"^It failed:\r?\nThe tables can't be written to '.*tables': .* Give a folder that this user can write to: --output FOLDER\.\r?\n$",
            await FailureAsync("tls", "--output", folder.File("tables")));
    }

    [LinuxFact("a folder that not even root can write to.")]
    public async Task A_folder_that_can_not_be_written_is_refused_before_anything_is_measured() => Assert.Matches(
        @"^It failed:\nThe tables can't be written to '/proc/tables': .*\n$", await FailureAsync("tls", "--output", "/proc/tables"));

    [Fact]
    public async Task The_repository_is_found_from_any_folder()
    {
        using var folder = new TemporaryFolder();
        var help = new ProcessStartInfo("dotnet", [Built.Experiments, "--help"])
        {
            WorkingDirectory = folder.Path,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        using var process = Process.Start(help)!;

        Assert.Contains(
            $"[default: {Path.Combine(Repository.Root, "artifacts", "experiments")}]", await process.StandardOutput.ReadToEndAsync(), StringComparison.Ordinal);
    }

    private static async Task<string> FailureAsync(params string[] arguments) => (await Assert.ThrowsAsync<InvalidOperationException>(() => Command.RunAsync(
        new ProcessStartInfo("dotnet", [Built.Experiments, .. arguments]), "It failed", CancellationToken.None, _never))).Message;

    // Runs a process that writes a process id to the file, and cancels it.
    private static async Task CheckIsStoppedAsync(Func<string, CancellationToken, Task> run)
    {
        using var folder = new TemporaryFolder();
        using var cancellation = new CancellationTokenSource();
        var file = Path.Combine(folder.Path, "process");
        var running = run(file, cancellation.Token);
        while (!running.IsCompleted && (!File.Exists(file) || !(await File.ReadAllTextAsync(file)).EndsWith('\n')))
        {
            await Task.Delay(10);
        }

        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        await Processes.EndedAsync((await File.ReadAllTextAsync(file)).Trim());
    }

    private static ProcessStartInfo Sh(string script) => new("sh", ["-c", script]);
}
