using System.Net;
using System.Net.Sockets;

namespace ThroughputKit.Engines.Loops;

/// <summary>Tries whether a poller can be used here: connects, sends and receives as an engine does.</summary>
internal static class PollerTrial
{
    private static readonly TimeSpan _limit = TimeSpan.FromSeconds(1);

    /// <summary>Returns why it can't be used; <see langword="null"/> if it can.</summary>
    /// <param name="name">What the poller uses.</param>
    /// <param name="create">Creates it for so many sockets.</param>
    public static string? WhyNot(string name, Func<int, IPoller> create)
    {
        try
        {
            using var poller = create(1);
            return Echoes(poller) ? null : $"{name} can't be used: what was sent over loopback for a trial didn't come back";
        }
        catch (EngineNotAvailableException e)
        {
            return e.Message;
        }
        catch (SocketException e)
        {
            return $"{name} can't be used: {e.Message}";
        }
    }

    private static bool Echoes(IPoller poller)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        var socket = poller.Create(0);
        if (socket.Connect(listener.LocalEndPoint!.Serialize()) == LoopSocket.Failed || poller.Wait(_limit) == 0 || socket.FinishConnect() != 0)
        {
            return false;
        }

        byte[] bytes = [1];
        using var peer = listener.Accept();
        peer.ReceiveTimeout = (int)_limit.TotalMilliseconds;
        _ = socket.Send(bytes);
        _ = poller.Wait(TimeSpan.Zero);
        peer.Send(bytes, 0, peer.Receive(bytes), SocketFlags.None);
        return poller.Wait(_limit) > 0 && socket.Receive(bytes) == 1;
    }
}
