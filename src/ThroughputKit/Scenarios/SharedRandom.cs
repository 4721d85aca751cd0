namespace ThroughputKit.Scenarios;

/// <summary>Random numbers from a seed, for steps that draw them side by side. All others are drawn through these four methods.</summary>
internal sealed class SharedRandom : Random
{
    private readonly Lock _lock = new();

    // Draws none, but the base class prepares its state. It would do so before the first draw, outside of the lock, and could prepare it twice.
    public SharedRandom(int seed)
        : base(seed) => base.NextBytes([]);

    public override int Next()
    {
        lock (_lock)
        {
            return base.Next();
        }
    }

    public override int Next(int minValue, int maxValue)
    {
        lock (_lock)
        {
            return base.Next(minValue, maxValue);
        }
    }

    public override void NextBytes(byte[] buffer)
    {
        lock (_lock)
        {
            base.NextBytes(buffer);
        }
    }

    protected override double Sample()
    {
        lock (_lock)
        {
            return base.Sample();
        }
    }
}
