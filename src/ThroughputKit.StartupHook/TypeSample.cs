using System.Globalization;
using ThroughputKit.Measurement;

namespace ThroughputKit.StartupHooks;

/// <summary>Samples which types the app allocates while the kit wants it to.</summary>
internal sealed class TypeSample
{
    private const int LongestName = 500;

    private AllocationSampler? _sampler;

    public void Begin() => _sampler ??= new AllocationSampler();

    /// <summary>Ends it, and gets the types of which most bytes were allocated, the largest share first.</summary>
    public IEnumerable<(string Name, object? Value)> End()
    {
        using var sampler = _sampler;
        _sampler = null;
        return sampler?.Top(AllocationSampler.MostTypes).Select(t => ("type", (object?)string.Create(CultureInfo.InvariantCulture, $"{t.Share:R} {Short(t.Type)}"))).ToArray() ?? [];
    }

    private static string Short(string type) => type.Length <= LongestName ? type : string.Concat(type.AsSpan(0, LongestName), "...");
}
