using ThroughputKit;

namespace Engines;

/// <summary>This library.</summary>
internal sealed class KitGenerator(LoadEngine engine) : IGenerator
{
    public string Name => $"ThroughputKit, {engine} engine";

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        var result = await LoadTest.Against(address).Get(path).With(o =>
        {
            o.Engine = engine;
            o.Connections = connections;
            o.Duration = duration;
            o.WarmUp = TimeSpan.FromMilliseconds(200);
            o.MaxWarmUp = o.WarmUp;
        }).RunAsync();
        return LoadSample.From(result);
    }
}
