using Google.Protobuf;
using Greeter;
using ThroughputKit;
using ThroughputKit.Tests.Support;

namespace Engines;

/// <summary>A gRPC service in another process, over HTTP/2 without TLS.</summary>
internal static class GrpcSection
{
    private const int InFlight = 64;
    private static readonly (int Connections, int Streams)[] _shapes = [(1, 64), (8, 8)];

    public static async Task RunAsync(Session session, Settings settings)
    {
        using var app = await AppProcess.StartAsync(typeof(GreetingsService).Assembly, "--Kestrel:EndpointDefaults:Protocols=Http2");
        var call = LoadRequest.Grpc("/greet.Greetings/SayHello", new HelloRequest { Name = "Ada" }.ToByteArray());
        IGenerator[] generators =
        [
            new GrpcClientGenerator(),
            .. _shapes.Select(s => new KitGenerator(LoadEngine.Automatic, request: call) { Connections = s.Connections, Streams = s.Streams }),
        ];
        foreach (var generator in generators)
        {
            await generator.RunAsync(app.Address, settings.Path, InFlight, settings.Duration); // warms both sides up
        }

        await session.TableAsync(
            $"gRPC service in another process: {InFlight} calls in flight, {settings.Rounds} rounds of {settings.Duration.TotalSeconds} s, medians",
            () => GeneratorSection.MeasureAsync(settings, InFlight, generators.Select(g => (g, app.Address))));
    }
}
