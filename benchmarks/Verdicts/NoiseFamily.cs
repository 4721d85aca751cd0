namespace Verdicts;

/// <summary>A kind of noise in the logarithm of a slice's throughput.</summary>
/// <param name="Name">What it is called.</param>
/// <param name="Begin">Begins a series; each call of what it returns gives the noise of the next slice.</param>
internal sealed record NoiseFamily(string Name, Func<Random, Func<double>> Begin)
{
    /// <summary>Makes the families, each with the deviation that was recorded, and with more of its own vice than was.</summary>
    /// <param name="deviation">The standard deviation of a slice's noise.</param>
    /// <param name="correlation">How much of it goes on into the next slice.</param>
    public static IReadOnlyList<NoiseFamily> Of(double deviation, double correlation)
    {
        var goesOn = Math.Max(0.5, correlation);
        return
        [
            new("normal", random => () => deviation * Normal(random)),

            // Student's t with three degrees of freedom has a standard deviation of the square root of three.
            new("heavy-tailed", random => () =>
                deviation / Math.Sqrt(3) * Normal(random) / Math.Sqrt((Square(Normal(random)) + Square(Normal(random)) + Square(Normal(random))) / 3)),
            new("drifting", random =>
            {
                var (drift, slope) = (0.0, deviation * Normal(random) / 100);
                return () => (deviation * Normal(random)) + (drift += slope + (deviation / 5 * Normal(random)));
            }),
            new("autocorrelated", random =>
            {
                var noise = deviation * Normal(random);
                return () => noise = (goesOn * noise) + (deviation * Math.Sqrt(1 - (goesOn * goesOn)) * Normal(random));
            }),
            new("bimodal", random =>
            {
                // Two modes two deviations apart, each kept for ten slices on average.
                var isSlow = random.Next(2) == 0;
                return () =>
                {
                    isSlow ^= random.Next(10) == 0;
                    return (isSlow ? -deviation : deviation) + (deviation / 4 * Normal(random));
                };
            }),
        ];
    }

    // G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates" (1958).
    public static double Normal(Random random) => Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static double Square(double value) => value * value;
}
