using System.Net;
using System.Net.Sockets;

namespace TestApp;

/// <summary>A web server that is none of the framework's, and says where it listens as the framework does.</summary>
internal static class PlainServer
{
    private static readonly byte[] _answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray();

    public static void Run()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Console.WriteLine($"Now listening on: http://{listener.LocalEndpoint}");
        while (true)
        {
            var socket = listener.AcceptSocket();
            new Thread(() => Serve(socket)) { IsBackground = true }.Start();
        }
    }

    // Each of the kit's requests comes in one piece.
    private static void Serve(Socket socket)
    {
        var buffer = new byte[4096];
        while (socket.Receive(buffer) > 0)
        {
            socket.Send(_answer);
        }
    }
}
