using System.Diagnostics;
using System.Net.Sockets;
using ThroughputKit.Hosting.Published;

namespace ThroughputKit.StartupHooks;

/// <summary>Answers the kit as long as the kit lives, and ends the app when the kit is gone.</summary>
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
            return; // a child process of the app: the kit removes the address once the app has connected
        }

        if (Connect(address) is not { } socket)
        {
            Process.GetCurrentProcess().Kill(); // the kit is gone without removing its address: it was killed
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
            // the kit is gone
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

    // Whatever the app does when it is asked to stop, it is gone after this.
    private void End()
    {
        BeginStop();
        Thread.Sleep(_grace);
        Process.GetCurrentProcess().Kill();
    }

    // On a thread of its own: it runs the app's own code, which may hang.
    private void BeginStop() => new Thread(_hosts.Stop) { IsBackground = true, Name = ThreadName }.Start();
}
