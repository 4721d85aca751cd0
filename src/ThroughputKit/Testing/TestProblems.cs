using System.Globalization;

namespace ThroughputKit.Testing;

/// <summary>The problems with test methods.</summary>
internal static class TestProblems
{
    public static Problem TooSlow(TestMethod method, TimeSpan timeout, bool wasRunning) => new(
        string.Create(CultureInfo.InvariantCulture, $"{method.Name} did not finish within its Timeout of {timeout.TotalMilliseconds:N0} ms"),
        "a test that finishes within it; waiting for other measurements isn't counted",
        wasRunning
            ? "A load test was running. It needs time for the start, a warm-up (2 to 15 s by default) and its duration (5 s by default). "
                + "Raise Timeout, or shorten the warm-up or the duration."
            : "The method itself had not ended. If it runs a load, raise Timeout, or shorten the warm-up or the duration; otherwise it waits for something.");

    public static Problem NoGate(TestMethod method) => new(
        $"The comparison that {method.Name} returned has no gate", "one gate or more", "Set one on the attribute, such as MaxSlowdownPercent, or with Within.");

    public static Problem TwoSources(TestMethod method, string gates) => new(
        $"{gates} on {method.Name}, and its {(method.ReturnsComparison ? "comparison" : "test")} has gates of its own",
        "gates on the attribute or with Within, not both",
        "Only one of them could count. Move all of them to one place.");

    public static Problem NoData(string name) => new($"{name} has no data", "one row of data or more", "A theory that never runs would always pass.");

    public static Problem UnknownKind(string name, string kind) => new(
        $"{name} was discovered as a {kind}, which the kit doesn't support",
        "a test case of xunit.v3 3 or 4.0",
        "Without the kit it would pass without any load. Use a later ThroughputKit.XunitV3, or an earlier xunit.v3.");

    public static Problem Ungated(string name) => new(
        $"{name} would be called without its gates",
        "a test that the discoverer of its attribute has found",
        "The project has a test framework that finds tests by itself, such as one that an assembly attribute TestFramework names. "
            + "Move throughput tests to a project without it.");

    public static Problem Null(TestMethod method) => new(
        $"{method.Name} returned null",
        "a value of its return type",
        "A gate that judges nothing would always pass. Does it read a field or a property that is not set yet?");
}
