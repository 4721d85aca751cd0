using System.Net;
using System.Net.Sockets;

namespace ThroughputKit.Tests.Support;

/// <summary>A free port of the loopback address.</summary>
internal static class FreePort
{
    public static int Find()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
