using Google.Protobuf;

namespace Greeter.ThroughputTests;

/// <summary>Gates of a gRPC service.</summary>
public class GreeterGates
{
    [ThroughputFact(MinRps = 200)]
    public LoadTest Saying_hello() => LoadTest.For<Program>().Send(
        LoadRequest.Grpc("/greet.Greetings/SayHello", new HelloRequest { Name = "Ada" }.ToByteArray())
            .ExpectBody(reply => HelloReply.Parser.ParseFrom(reply).Message == "Hello, Ada"));
}
