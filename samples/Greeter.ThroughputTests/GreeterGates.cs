using Google.Protobuf;

namespace Greeter.ThroughputTests;

/// <summary>A gRPC service, over https: there the kit and the app agree on HTTP/2.</summary>
public class GreeterGates
{
    [ThroughputFact(MinRps = 200)]
    public LoadTest Saying_hello() => LoadTest.For<Program>().OverHttps().Send(
        LoadRequest.Grpc("/greet.Greetings/SayHello", new HelloRequest { Name = "Ada" }.ToByteArray())
            .ExpectBody(reply => HelloReply.Parser.ParseFrom(reply).Message == "Hello, Ada"));
}
