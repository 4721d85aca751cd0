using System.Diagnostics;
using System.Net.Sockets;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.StartupHooks;

/// <summary>Answers the kit for as long as it lives, and ends the app when it has gone.</summary>
internal sealed class HookSession
{
    private const string ThreadName = "ThroughputKit hook";

    private static readonly TimeSpan _grace = TimeSpan.FromSeconds(2);

    private readonly Counters _counters = new();
    private readonly TypeSample _types = new();
    private readonly HostWatch _hosts;
    private readonly KitLink _kit;

    private HookSession(KitLink kit) => (_kit, _hosts) = (kit, new HostWatch(kit));

    public static void Begin()
    {
        var address = Environment.GetEnvironmentVariable(HookVariables.Pipe);
        HookEnvironment.Clear();
        if (address is null || !File.Exists(address))
        {
            return; // a process of the app's own: the kit takes the address away once the app has answered
        }

        if (Connect(address) is not { } socket)
        {
            Process.GetCurrentProcess().Kill(); // the kit has gone without taking its address away: it was killed
            return;
        }

        var session = new HookSession(new KitLink(socket));
        session._hosts.Begin();
        new Thread(session.Run) { IsBackground = true, Name = ThreadName }.Start();
    }

    private static Socket? Connect(string address)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(address));
            return socket;
        }
        catch (SocketException)
        {
            socket.Dispose();
            return null;
        }
    }

    private void Run()
    {
        try
        {
            _kit.Send(HookMessage.Hello, RuntimeFacts.Read());
            while (_kit.Receive() is { } command)
            {
                Answer(command);
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // the kit has gone
        }

        End();
    }

    private void Answer(HookCommand command)
    {
        switch (command)
        {
            case HookCommand.Snapshot:
                _kit.Send(_counters.Read());
                break;
            case HookCommand.Heap:
                _kit.Send(_counters.MeasureHeap());
                break;
            case HookCommand.Methods:
                _kit.Send(_counters.CountMethods());
                break;
            case HookCommand.Stop:
                BeginStop();
                break;
            case HookCommand.BeginSampling:
                _types.Begin();
                break;
            case HookCommand.EndSampling:
                _kit.Send(HookMessage.Types, _types.End());
                break;
        }
    }

    // Whatever the app does when it is told to stop, it is gone after this.
    private void End()
    {
        BeginStop();
        Thread.Sleep(_grace);
        Process.GetCurrentProcess().Kill();
    }

    // On a thread of its own: the app's own code runs in it, and may hang.
    private void BeginStop() => new Thread(_hosts.Stop) { IsBackground = true, Name = ThreadName }.Start();
}
