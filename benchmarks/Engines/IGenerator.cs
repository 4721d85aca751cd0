using ThroughputKit;

namespace Engines;

/// <summary>Something that makes load.</summary>
internal interface IGenerator
{
    string Name { get; }

    Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration);
}
