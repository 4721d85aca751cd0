using ThroughputKit;
using Xunit;

namespace XunitSpecimens;

/// <summary>What only tests of xunit.v3 can say.</summary>
public class OfXunitV3
{
    public static TheoryData<string> None => [];

    public static TheoryData<string> Unavailable => Environment.GetEnvironmentVariable("SPECIMENS_DATA") is null ? ["/text"] : throw new InvalidOperationException("There is no database here.");

    [ThroughputTheory]
    [InlineData("/text", Timeout = 1_000)]
    public LoadTest A_row_with_little_time(string path) => LoadTest.For<TestApp.App>().Get(path).With(o => o.Duration = TimeSpan.FromMinutes(1));

    [ThroughputTheory(Timeout = 1)]
    [InlineData("/text", Timeout = 60_000)]
    public LoadTest A_row_with_more_time(string path) => Load.App(path);

    [ThroughputTheory(SkipTestWithoutData = true)]
    [MemberData(nameof(None), DisableDiscoveryEnumeration = true)]
    public LoadTest No_rows_allowed(string path) => Load.App(path);

#pragma warning disable xUnit1003 // no data is the point
    [ThroughputTheory(SkipTestWithoutData = true, DisableDiscoveryEnumeration = true)]
    public LoadTest No_data_allowed(string path) => Load.App(path);
#pragma warning restore xUnit1003

    [ThroughputTheory]
    [MemberData(nameof(Unavailable), DisableDiscoveryEnumeration = true)]
    public LoadTest Rows_of_a_database(string path) => Load.App(path);

    [ThroughputFact]
    public LoadTest Attaches_its_own()
    {
        TestContext.Current.AddAttachment("mine", "text");
        TestContext.Current.AddAttachment("throughput result", "mine too");
        return Load.App("/text");
    }

    [ThroughputFact(Timeout = 1_000)]
    public async Task Waits_for_something_else()
    {
        try
        {
            await Task.Delay(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
        }
        finally
        {
            new Record("given up").Dispose();
        }
    }
}
