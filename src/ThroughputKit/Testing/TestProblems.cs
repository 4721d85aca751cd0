using System.Globalization;

namespace ThroughputKit.Testing;

/// <summary>The problems with test methods.</summary>
internal static class TestProblems
{
    private const string NeverJudges = "A gate that judges nothing would always pass.";

    public static Problem TooSlow(TestMethod method, TimeSpan timeout, bool wasRunning) => new(
        string.Create(CultureInfo.InvariantCulture, $"{method.Name} did not finish within its Timeout of {timeout.TotalMilliseconds:N0} ms"),
        "a test that finishes within it; waiting for other measurements isn't counted",
        wasRunning
            ? "A load test was running. It needs time for the start, a warm-up (2 to 15 s by default) and its duration (5 s by default). Raise Timeout, or shorten the warm-up or the duration."
            : "No load test was running at that time, so the method itself waits for something.");

    public static Problem NoRun(TestMethod method) => new(
        $"{method.Name} ran no load test",
        "a method that returns a LoadTest, or that awaits RunAsync of one",
        $"{NeverJudges} Return the test, or run it in the method. A run that started before the method isn't counted.");

    public static Problem NothingForBaseline(TestMethod method, string file) => new(
        $"{method.Name} has the Baseline {file}, but only runs a comparison, and a comparison has no baseline",
        "a Baseline on a method that runs a LoadTest with RunAsync, or returns it",
        "Run the LoadTest in the method too, or leave Baseline out: MaxExtraAllocatedBytesPerRequest limits a candidate's bytes relative to its reference.");

    public static Problem NoData(string name) => new($"{name} has no data", "one row of data or more", "A theory that never runs would always pass.");

    public static Problem UnknownKind(string name, string kind) => new(
        $"{name} was discovered as a {kind}, which the kit doesn't support",
        "a test case of xunit.v3 3 or 4.0",
        "Without the kit it would pass without any load. Use a later ThroughputKit.XunitV3, or an earlier xunit.v3.");

    public static Problem Ungated(string name) => new(
        $"{name} would be called without its gates",
        "a test that the discoverer of its attribute has found",
        "The project has a test framework that finds tests by itself, such as one that an assembly attribute TestFramework names. Move throughput tests to a project without it.");

    public static Problem NotAwaited(TestMethod method, int runs) => new(
        string.Create(CultureInfo.InvariantCulture, $"{method.Name} ended while {(runs == 1 ? "one of its load tests was" : $"{runs} of its load tests were")} still running"),
        "a method that awaits every RunAsync",
        "Is an await missing? The kit has cancelled what was still running.");

    public static Problem Null(TestMethod method) => new(
        $"{method.Name} returned null",
        "a value of its return type",
        $"{NeverJudges} Does it read a field or a property that is not set yet?");
}
