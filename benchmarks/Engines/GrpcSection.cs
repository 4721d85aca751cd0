using Google.Protobuf;
using Greeter;
using ThroughputKit;
using ThroughputKit.Tests.Support;

namespace Engines;

/// <summary>A gRPC service in another process, over HTTP/2 without TLS.</summary>
internal static class GrpcSection
{
    private const int Connections = 8;
    private const int Streams = 8;

    public static async Task RunAsync(Session session, Settings settings)
    {
        using var app = await AppProcess.StartAsync(typeof(GreetingsService).Assembly, "--Kestrel:EndpointDefaults:Protocols=Http2");
        var call = LoadRequest.Grpc("/greet.Greetings/SayHello", new HelloRequest { Name = "Ada" }.ToByteArray());
        IGenerator[] generators = [new KitGenerator(LoadEngine.Automatic, request: call) { Streams = Streams }, new GrpcClientGenerator(Streams)];
        foreach (var generator in generators)
        {
            await generator.RunAsync(app.Address, settings.Path, Connections, settings.Duration); // warms both sides up
        }

        await session.TableAsync(
            $"gRPC service in another process: {Connections} connections x {Streams} streams, {settings.Rounds} rounds of {settings.Duration.TotalSeconds} s, medians",
            () => GeneratorSection.MeasureAsync(settings, Connections, generators.Select(g => (g, app.Address))));
    }
}
