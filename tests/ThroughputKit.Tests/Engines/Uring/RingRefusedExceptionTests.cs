using System.Diagnostics;
using ThroughputKit.Engines.Uring;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Engines.Uring;

/// <summary>Why io_uring can't be used, and what then makes the load.</summary>
public class RingRefusedExceptionTests
{
    private const string Forbidden = "io_uring can't be used: a filter of system calls forbids it, as in most containers (io_uring_setup: Operation not permitted)";
    private const string Missing = "io_uring can't be used: the kernel has none, or a sandbox hides it (io_uring_setup: Function not implemented)";

    [Theory]
    [InlineData(1, null, "6.8", Forbidden)]
    [InlineData(1, "0", "6.8", Forbidden)]
    [InlineData(1, "2", "6.8", "io_uring can't be used: kernel.io_uring_disabled is 2 (io_uring_setup: Operation not permitted)")]
    [InlineData(12, "0", "5.10", "io_uring can't be used: its queues need more memory than may be locked (ulimit -l) (io_uring_setup: Cannot allocate memory)")]
    [InlineData(22, null, "5.15.0", "io_uring can't be used: Linux 5.15 is too old, it needs 6.1 (io_uring_setup: Invalid argument)")]
    [InlineData(22, "0", "6.8", "io_uring can't be used: the kernel lacks a feature that it needs (io_uring_setup: Invalid argument)")]
    [InlineData(24, "0", "6.8", "io_uring can't be used: the system refuses it (io_uring_setup: Too many open files)")]
    [InlineData(38, null, "4.19", Missing)]
    public void Each_error_has_its_likely_cause(int error, string? setting, string kernel, string expected) =>
        Assert.Equal(expected, RingRefusedException.Explain("io_uring_setup", error, setting, Version.Parse(kernel)));

    /// <summary>A child process has the filter of a container.</summary>
    [UringTheory]
    [InlineData(1, Forbidden)]
    [InlineData(38, Missing)]
    public async Task Epoll_makes_the_load_where_a_filter_forbids_it(int error, string reason) => Assert.Equal(
        [
            $"Epoll, 200 of 200: {reason}",
            $"The engine is Uring and {reason}. Expected: Uring on Linux 6.1 or later, where io_uring is allowed. "
                + "Leave Engine out: the kit then uses the fastest engine that supports the load.",
        ],
        await RunAsync(error, forbidden: ""));

    [UringTheory]
    [InlineData("", "Uring, 200 of 200: ")]
    [InlineData("0", "Uring, 200 of 200: ")]
    [InlineData("1", "Epoll, 200 of 200: THROUGHPUTKIT_NO_URING forbids io_uring")]
    public async Task An_environment_variable_forbids_it_unless_a_test_asks_for_it(string forbidden, string expected) =>
        Assert.Equal([expected, "Uring, 200 of 200: "], await RunAsync(error: 0, forbidden));

    private static async Task<string[]> RunAsync(int error, string forbidden)
    {
        var start = new ProcessStartInfo("dotnet", [Built.Assembly("FilteredRun"), $"{error}"]) { RedirectStandardOutput = true, UseShellExecute = false };
        start.Environment["THROUGHPUTKIT_NO_URING"] = forbidden;
        using var run = Process.Start(start)!;
        var output = await run.StandardOutput.ReadToEndAsync();
        await run.WaitForExitAsync();
        Assert.Equal(0, run.ExitCode);
        return output.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
    }
}
