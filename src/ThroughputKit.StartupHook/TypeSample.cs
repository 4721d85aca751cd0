using System.Globalization;
using ThroughputKit.Probes;

namespace ThroughputKit.StartupHooks;

/// <summary>Samples the types that the app allocates, while the kit requests it.</summary>
internal sealed class TypeSample
{
    private const int LongestName = 500;

    private AllocationSampler? _sampler;

    public void Begin() => _sampler ??= new AllocationSampler();

    /// <summary>Ends sampling and returns the types with the most allocated bytes, the largest share first.</summary>
    public IEnumerable<(string Name, object? Value)> End()
    {
        using var sampler = _sampler;
        _sampler = null;
        return sampler?.Top(AllocationSampler.MostTypes).Select(t => ("type", (object?)string.Create(CultureInfo.InvariantCulture, $"{t.Share:R} {Short(t.Type)}"))).ToArray() ?? [];
    }

    private static string Short(string type) => type.Length <= LongestName ? type : string.Concat(type.AsSpan(0, LongestName), "...");
}
