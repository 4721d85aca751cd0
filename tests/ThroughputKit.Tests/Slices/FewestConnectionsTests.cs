using ThroughputKit.Slices;

namespace ThroughputKit.Tests.Slices;

/// <summary>The fewest connections that are enough, by how busy each number of them keeps the app.</summary>
public class FewestConnectionsTests
{
    [Theory]
    [InlineData(2, 2)] // two keep it as busy as it can be
    [InlineData(4, 4)]
    [InlineData(5, 8)]
    [InlineData(40, 64)]
    [InlineData(1_000, 64)] // every further connection adds throughput, as if requests wait for something else
    public async Task As_many_as_the_app_has_room_for(int room, int expected) =>
        Assert.Equal(expected, await FewestConnections.FindAsync(2, 64, n => Task.FromResult((double)Math.Min(n, room))));

    [Fact]
    public async Task One_slow_moment_does_not_end_the_search()
    {
        var busy = new Dictionary<int, double> { [2] = 100, [4] = 80, [8] = 300, [16] = 400, [32] = 402, [64] = 398 };

        Assert.Equal(16, await FewestConnections.FindAsync(2, 64, n => Task.FromResult(busy[n])));
    }

    [Theory]
    [InlineData(4, 3, 3)]
    [InlineData(4, 4, 4)]
    [InlineData(2, 3, 3)]
    public async Task Never_more_than_the_maximum(int fewest, int most, int expected) =>
        Assert.Equal(expected, await FewestConnections.FindAsync(fewest, most, n => Task.FromResult((double)n)));

    [Fact]
    public async Task Each_number_is_measured_once()
    {
        List<int> measured = [];

        await FewestConnections.FindAsync(1, 64, n =>
        {
            measured.Add(n);
            return Task.FromResult((double)n);
        });

        Assert.Equal([1, 2, 4, 8, 16, 32, 64], measured);
    }
}
