using ThroughputKit;

namespace Engines;

/// <summary>This library.</summary>
/// <param name="engine">The engine.</param>
/// <param name="test">What it loads; the app at the address it is given, if that is left out.</param>
/// <param name="request">What it sends; a GET, if that is left out.</param>
internal sealed class KitGenerator(LoadEngine engine, LoadTest? test = null, LoadRequest? request = null) : IGenerator
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

    public string Name => $"ThroughputKit, {engine}{(Connections is null ? "" : $", {Connections} x {Streams}")}";

    /// <summary>Gets the number of connections; <see langword="null"/> for that of the table.</summary>
    public int? Connections { get; init; }

    /// <summary>Gets the number of streams of each connection of HTTP/2; <see langword="null"/> for HTTP/1.1.</summary>
    public int? Streams { get; init; }

    public static void Set(LoadOptions options, LoadEngine engine, int connections, TimeSpan duration)
    {
        (options.Engine, options.Connections, options.Duration) = (engine, connections, duration);
        options.WarmUp = TimeSpan.FromMilliseconds(200);
        options.MaxWarmUp = options.WarmUp;
    }

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        var result = await (test ?? LoadTest.Against(address)).Send(request ?? LoadRequest.Get(path)).With(o =>
        {
            Set(o, engine, Connections ?? connections, duration);
            (o.Protocol, o.StreamsPerConnection) = (Streams is null ? LoadProtocol.Http1 : LoadProtocol.Http2, Streams ?? 1);
        }).RunAsync();
        return LoadSample.From(result) with
        {
            AllocatedBytesPerRequest = result.Memory.AllocatedBytesPerRequest ?? result.Generator.AllocatedBytesPerRequest,
            CpuTimePerRequest = result.Cpu.TimePerRequest, // the generator's own, or that of both
        };
    }
}
