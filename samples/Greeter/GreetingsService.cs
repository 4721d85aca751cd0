using Grpc.Core;

namespace Greeter;

/// <summary>Greets whoever says their name, and refuses those who don't.</summary>
public sealed class GreetingsService : Greetings.GreetingsBase
{
    public override Task<HelloReply> SayHello(HelloRequest request, ServerCallContext context) => request.Name.Length > 0
        ? Task.FromResult(new HelloReply { Message = $"Hello, {request.Name}" })
        : throw new RpcException(new Status(StatusCode.InvalidArgument, "a name is missing"));
}
