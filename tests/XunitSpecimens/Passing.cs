using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

public class Passing(ITestOutputHelper output)
{
    public static TheoryData<Uri> Paths => [new Uri("/text", UriKind.Relative), new Uri("/status/204", UriKind.Relative)];

    [ThroughputFact(MaxFailures = 0)]
    public LoadTest Returned() => Load.App("/text");

    [ThroughputFact(DisplayName = "The page is served")]
    public Task<LoadTest> Named() => Task.FromResult(Load.App("/text"));

    [ThroughputFact]
    public LoadTest With_output_of_its_own()
    {
        output.WriteLine("before the load");
        return Load.App("/text");
    }

    [ThroughputFact]
    public static LoadTest Static() => Load.App("/text");

    [ThroughputTheory]
    [InlineData("/text")]
    [InlineData("/status/201")]
    public LoadTest Rows(string path) => Load.App(path);

    [ThroughputTheory]
    [MemberData(nameof(Paths))]
    public LoadTest Rows_that_cannot_be_serialized(Uri path) => Load.App(path.OriginalString);

    [ThroughputFact(Skip = "Not today.")]
    public LoadTest Left_out() => throw new InvalidOperationException("It runs.");

    [ThroughputTheory(Skip = "Not today either.")]
    [InlineData("/text")]
    public LoadTest Left_out_rows(string path) => throw new InvalidOperationException(path);
}
