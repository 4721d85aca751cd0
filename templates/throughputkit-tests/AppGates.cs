using ThroughputKit;

public class AppGates
{
    // MinRps: set it to at most half of what is typical on the slowest machine that runs this test.
    // MaxAllocatedBytesPerRequest: set it a few percent above what a run tells; it is the same to a few bytes in every run on the same runtime.
    // DurationSeconds: leave it out for 5 seconds; the warm-up comes before that.
    // Program: any other public type of the app's assembly will do; if there is none, make Program public, or add an empty public class.
    // Get: name the paths that count, a test for each; PostJson("/orders", new { Item = "tea" }) sends a body.
    // The figures of a test that passes: dotnet test -c Release --logger "console;verbosity=detailed"
    [ThroughputFact(MinRps = 50, MaxAllocatedBytesPerRequest = 200_000, DurationSeconds = 2)]
    public LoadTest App() => LoadTest.For<Program>().Get("/path");
}
