using ThroughputKit;

namespace Engines;

/// <summary>This library.</summary>
/// <param name="engine">The engine.</param>
/// <param name="test">What it loads; the app at the address it is given, if that is left out.</param>
internal sealed class KitGenerator(LoadEngine engine, LoadTest? test = null) : IGenerator
{
    /// <summary>Returns the kit's engines that this system permits, and prints why not the others.</summary>
    public static async Task<IReadOnlyList<LoadEngine>> EnginesAsync(Uri address)
    {
        List<LoadEngine> engines = [];
        foreach (var engine in (LoadEngine[])[LoadEngine.Uring, LoadEngine.Epoll, LoadEngine.Socket])
        {
            try
            {
                await LoadTest.Against(address).Get("/").With(o =>
                    (o.Engine, o.Requests, o.Connections, o.WarmUp) = (engine, 1, 1, TimeSpan.Zero)).RunAsync();
                engines.Add(engine);
            }
            catch (LoadTestException e)
            {
                Console.WriteLine(e.Message);
            }
        }

        return engines;
    }

    public string Name => $"ThroughputKit, {engine}";

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        var result = await (test ?? LoadTest.Against(address)).Get(path).With(o =>
        {
            o.Engine = engine;
            o.Connections = connections;
            o.Duration = duration;
            o.WarmUp = TimeSpan.FromMilliseconds(200);
            o.MaxWarmUp = o.WarmUp;
        }).RunAsync();
        return LoadSample.From(result) with
        {
            AllocatedBytesPerRequest = result.Memory.AllocatedBytesPerRequest ?? result.Generator.AllocatedBytesPerRequest,
            CpuTimePerRequest = result.Cpu.TimePerRequest, // the generator's own, or that of both
        };
    }
}
