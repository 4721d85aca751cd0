using ThroughputKit.Counting;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Counts;

/// <summary>What an app is known to do is what is counted, in this process and in one of its own.</summary>
public sealed class CountedAppTests : IDisposable
{
    private const string Find = "SELECT \"b\".\"Id\", \"b\".\"Title\" FROM \"Books\" AS \"b\" WHERE \"b\".\"Id\" = @id AND \"b\".\"Title\" <> ?";

    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("/pooled/3", false)]
    [InlineData("/pooled/3", true)]
    [InlineData("/own/3", false)]
    [InlineData("/own/3", true)]
    public async Task Commands_of_EF_Core_over_Sqlite(string path, bool isPublished)
    {
        await using var app = await StartAsync(isPublished);
        (await app.Client.PostAsync("/create", content: null)).EnsureSuccessStatusCode();
        await app.Client.GetStringAsync(path); // contexts of a pool now know that nobody listens

        var (counted, counts) = await app.CountAsync(path, times: 20);

        Assert.Equal(60, counts[(int)CountKind.DatabaseCommands]);
        Assert.Equal([new(CountKind.DatabaseCommands, Find, 60)], counted.Texts.Where(t => t.Kind == CountKind.DatabaseCommands));
        Assert.Empty(counted.WhyUnknown);
    }

    [Fact]
    public async Task Commands_past_EF_Core_over_Sqlite_are_not_known()
    {
        await using var app = await StartAsync(isPublished: true); // in this process, no count of EF Core's would be known after it

        var (counted, _) = await app.CountAsync("/sqlite", times: 1);

        Assert.StartsWith("Microsoft.Data.Sqlite doesn't tell of its commands", counted.WhyUnknown[CountKind.DatabaseCommands], StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_app_that_has_no_driver_sends_no_commands()
    {
        await using var app = await StartAsync(isPublished: true);

        var (counted, counts) = await app.CountAsync("/nothing", times: 20);

        Assert.Equal(0, counts[(int)CountKind.DatabaseCommands]);
        Assert.Equal(0, counts[(int)CountKind.HttpRequests]);
        Assert.Equal(0, counts[(int)CountKind.Exceptions]);
        Assert.Empty(counted.Texts);
        Assert.Empty(counted.WhyUnknown);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Requests_to_another_app(bool isPublished)
    {
        await using var other = await StartAsync(isPublished: false);
        await using var app = await StartAsync(isPublished);
        var address = other.Client.BaseAddress!;

        var (counted, counts) = await app.CountAsync($"/call?address={address}nothing", times: 20);

        Assert.Equal(20, counts[(int)CountKind.HttpRequests]);
        Assert.Equal([new(CountKind.HttpRequests, $"GET {address.Authority}", 20)], counted.Texts.Where(t => t.Kind == CountKind.HttpRequests));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Exceptions_that_are_caught(bool isPublished)
    {
        await using var app = await StartAsync(isPublished);

        var (counted, counts) = await app.CountAsync("/catches", times: 20);

        Assert.InRange(counts[(int)CountKind.Exceptions], 20, isPublished ? 20 : long.MaxValue);
        Assert.Contains(new CountedText(CountKind.Exceptions, "CountedApp.SoldOutException", 20), counted.Texts);
    }

    public void Dispose() => _folder.Dispose();

    private Task<RunningCountedApp> StartAsync(bool isPublished) => RunningCountedApp.StartAsync(isPublished, _folder.File("books.db"));
}
