namespace ThroughputKit.Scenarios;

/// <summary>Random numbers from a seed, for steps that draw them side by side. All others are drawn through these four methods.</summary>
internal sealed class SharedRandom(int seed) : Random(seed)
{
    private readonly Lock _lock = new();

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
