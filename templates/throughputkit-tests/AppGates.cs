using ThroughputKit;

namespace Company.ThroughputTests;

public class AppGates
{
    // MinRps: set it to at most half of the typical RPS on the slowest machine that runs this test.
    // MaxAllocatedBytesPerRequest: set it a few percent above the figure of a run. On the same runtime, runs differ by only a few bytes.
    // DurationSeconds: the default is 5 seconds. The warm-up comes first and isn't part of it.
    // Program: any other public type of the app's assembly works, too. If there is none, make Program public, or add an empty public class.
    // Get: write one test for each important endpoint. PostJson("/orders", new { Item = "tea" }) sends a body.
    // To see the figures of a test that passes: dotnet test -c Release --logger "console;verbosity=detailed"
    [ThroughputFact(MinRps = 50, MaxAllocatedBytesPerRequest = 200_000, DurationSeconds = 2)]
    public LoadTest App() => LoadTest.For<Program>().Get("/path");
}
