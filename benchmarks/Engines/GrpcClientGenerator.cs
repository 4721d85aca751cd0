using Greeter;
using Grpc.Core;
using Grpc.Net.Client;
using ThroughputKit;

namespace Engines;

/// <summary>What one would write without a library: loops around the generated client, over one channel, which has one connection up to 100 calls.</summary>
internal sealed class GrpcClientGenerator : IGenerator
{
    public const string RowName = "Grpc.Net.Client loop";

    private static readonly HelloRequest _ada = new() { Name = "Ada" };

    public string Name => RowName;

    public async Task<LoadSample> RunAsync(Uri address, string path, int connections, TimeSpan duration)
    {
        using var handler = new SocketsHttpHandler { EnableMultipleHttp2Connections = true };
        using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = handler });
        var client = new Greetings.GreetingsClient(channel);
        return await ClientLoops.RunAsync(connections, duration, async () =>
        {
            try
            {
                await client.SayHelloAsync(_ada);
                return true;
            }
            catch (RpcException)
            {
                return false;
            }
        });
    }
}
