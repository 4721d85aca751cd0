using ThroughputKit.Scenarios;

namespace ThroughputKit.Tests.Scenarios;

/// <summary>Random numbers that several threads draw at once.</summary>
public class SharedRandomTests
{
    private const int Draws = 20_000;

    private static readonly int[] _values = [1, 2, 3];

    public static TheoryData<string, Action<Random>> Methods => new()
    {
        { "Next()", r => r.Next() },
        { "Next(int)", r => r.Next(10) },
        { "Next(int, int)", r => r.Next(-5, 5) },
        { "Next(int, int) of a large range", r => r.Next(int.MinValue, int.MaxValue) },
        { "NextInt64()", r => r.NextInt64() },
        { "NextInt64(long)", r => r.NextInt64(1L << 40) },
        { "NextInt64(long, long)", r => r.NextInt64(0, 1L << 40) },
        { "NextDouble()", r => r.NextDouble() },
        { "NextSingle()", r => r.NextSingle() },
        { "NextBytes(byte[])", r => r.NextBytes(new byte[3]) },
        { "NextBytes(Span)", r => r.NextBytes(stackalloc byte[3]) },
        { "GetItems", r => r.GetItems(_values, 2) },
        { "Shuffle", r => r.Shuffle([1, 2, 3]) },
    };

    // A draw that got lost, or was done twice, would leave another number.
    [Theory]
    [MemberData(nameof(Methods), DisableDiscoveryEnumeration = true)]
    public void The_numbers_go_on_as_if_one_thread_had_drawn_them(string method, Action<Random> draw)
    {
        var (shared, alone) = (new SharedRandom(7), new SharedRandom(7));

        Parallel.For(0, Draws, _ => draw(shared));
        for (var i = 0; i < Draws; i++)
        {
            draw(alone);
        }

        Assert.True(alone.Next() == shared.Next(), method);
    }
    // The base class prepares its state late, and could prepare it twice.
    [Fact]
    public void The_first_numbers_can_be_drawn_at_once()
    {
        for (var round = 0; round < 100; round++)
        {
            var (shared, alone) = (new SharedRandom(7), new SharedRandom(7));
            using var start = new Barrier(2);

            Parallel.Invoke(Draw, Draw);

            Assert.NotEqual(alone.NextDouble(), alone.NextDouble());
            Assert.Equal(alone.Next(), shared.Next());

            void Draw()
            {
                start.SignalAndWait();
                shared.NextDouble();
            }
        }
    }
}
