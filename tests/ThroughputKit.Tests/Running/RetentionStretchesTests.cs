using FsCheck;
using FsCheck.Fluent;
using ThroughputKit.Running;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Running;

/// <summary>The figure from made-up heaps whose true growth is known.</summary>
public class RetentionStretchesTests
{
    private const long Requests = 20_000;
    private const int NoiseOfStretch = 16 * 1024;

    [Fact]
    public void A_leak_grows_in_every_stretch()
    {
        var stretches = new RetentionStretches(limit: 8);

        Add(stretches, 96.2, 95.9, 96.4, 96, 96.3);
        Assert.Equal((96, false), (stretches.Figure, stretches.IsOver));
        Add(stretches, 96.5);
        Assert.Equal((96, true), (stretches.Figure, stretches.IsOver));
    }

    [Fact]
    public void A_pool_that_is_emptied_in_a_stretch_hides_no_leak()
    {
        var stretches = new RetentionStretches(limit: 8);

        Add(stretches, 96, -500, 97);
        Assert.Equal((96, false), (stretches.Figure, stretches.IsOver));
    }

    [Fact]
    public void Three_stretches_are_enough_to_stay_within_a_limit()
    {
        var stretches = new RetentionStretches(limit: 8);

        Add(stretches, 0.3, 0.2);
        Assert.Equal((null, false), (stretches.Figure, stretches.IsOver));
        Add(stretches, 0.4);
        Assert.Equal((0.3, true), (stretches.Figure!.Value, stretches.IsOver));
    }

    [Theory]
    [InlineData(500.0, 0.1, 0.0)]
    [InlineData(500.0, 400.0, 0.1, 0.0)]
    [InlineData(0.0, 0.0, 96.0)]
    [InlineData(100.0, 100.0, 100.0, 60.0, 0.0, 0.1)]
    public void What_is_filled_once_is_no_leak(params double[] bytesPerRequest)
    {
        var stretches = new RetentionStretches(limit: 8);

        Add(stretches, bytesPerRequest);

        Assert.InRange(stretches.Figure!.Value, 0, 0.2);
        Assert.True(stretches.IsOver);
    }

    [Fact]
    public void A_heap_that_shrinks_keeps_nothing()
    {
        var stretches = new RetentionStretches(limit: 8);

        Add(stretches, 3, -5, -2);

        Assert.Equal((0, true), (stretches.Figure, stretches.IsOver));
        Assert.Equal([3, -5, -2], stretches.BytesPerRequest);
    }

    [Fact]
    public void The_noise_is_that_of_the_stretch_with_the_fewest_requests()
    {
        var stretches = new RetentionStretches(limit: 8);

        stretches.Add(0, 0, 20_000);
        stretches.Add(0, 0, 1_024);
        stretches.Add(0, 0, 20_000);

        Assert.Equal(16, stretches.Noise);
        Assert.False(stretches.IsOver, "With so much noise, more is needed.");
    }

    [Fact]
    public void Noise_never_moves_the_figure_by_more_than_it_is_said_to() => Prop.ForAll(
        Gen.Choose(0, int.MaxValue).ToArbitrary(),
        seed =>
        {
            var random = new Random(seed);
            var (truth, requests, heap) = (random.Next(200), random.Next(100, 40_000), 50_000_000L);
            var stretches = new RetentionStretches(limit: 200 * random.NextDouble());
            for (var taken = 0; !stretches.IsOver; taken++)
            {
                if (taken == RetentionStretches.MaxStretches)
                {
                    return false;
                }

                var next = heap + ((long)truth * requests);
                stretches.Add(heap + random.Next(NoiseOfStretch / 2), next + random.Next(NoiseOfStretch / 2), requests);
                heap = next;
            }

            return Math.Abs(stretches.Figure!.Value - truth) <= stretches.Noise;
        }).Check(FixedInputs.Of());

    private static void Add(RetentionStretches stretches, params double[] bytesPerRequest)
    {
        const long Heap = 50_000_000;
        foreach (var bytes in bytesPerRequest)
        {
            stretches.Add(Heap, Heap + (long)Math.Round(bytes * Requests), Requests);
        }
    }
}
