using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Runtime;
using System.Runtime.InteropServices;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;

namespace ThroughputKit.StartupHooks;

/// <summary>Answers the kit as long as the kit lives, and ends the app when the kit is gone.</summary>
internal sealed class HookSession
{
    private const string ThreadName = "ThroughputKit hook";
    private const int LongestType = 500;

    private static readonly TimeSpan _grace = TimeSpan.FromSeconds(2);

    private readonly Counters _counters = new();
    private readonly HostWatch _hosts;
    private readonly KitLink _kit;
    private AllocationSampler? _sampler;

    private HookSession(KitLink kit) => (_kit, _hosts) = (kit, new HostWatch(kit));

    public static void Begin()
    {
        var address = Environment.GetEnvironmentVariable(HookVariables.Pipe);
        ClearEnvironment();
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

    // The variables that loaded the hook are for the app alone and not for processes that it starts.
    private static void ClearEnvironment()
    {
        Environment.SetEnvironmentVariable(HookVariables.Pipe, null);
        var hooks = Environment.GetEnvironmentVariable(HookVariables.Hooks) ?? "";
        var others = string.Join(Path.PathSeparator, hooks.Split(Path.PathSeparator).Where(h => h != typeof(HookSession).Assembly.Location));
        Environment.SetEnvironmentVariable(HookVariables.Hooks, others.Length == 0 ? null : others);
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
            _kit.Send(HookMessage.Hello, RuntimeFacts());
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
                _sampler ??= new AllocationSampler();
                break;
            case HookCommand.EndSampling:
                _kit.Send(HookMessage.Types, EndSampling());
                break;
        }
    }

    private static (string Name, object? Value)[] RuntimeFacts() =>
    [
        ("runtime", RuntimeInformation.FrameworkDescription),
        ("server-gc", GCSettings.IsServerGC),
        ("dynamic-gc", GC.GetConfigurationVariables().TryGetValue("GCDynamicAdaptationMode", out var mode) && mode is long and not 0),
        ("cores", Environment.ProcessorCount),
    ];

    // Returns the types with the most allocated bytes, the largest share first.
    private (string Name, object? Value)[] EndSampling()
    {
        using var sampler = _sampler;
        _sampler = null;
        return sampler?.Top(AllocationSampler.MostTypes).Select(t => ("type", (object?)string.Create(CultureInfo.InvariantCulture, $"{t.Share:R} {Short(t.Type)}"))).ToArray() ?? [];
    }

    private static string Short(string type) => type.Length <= LongestType ? type : string.Concat(type.AsSpan(0, LongestType), "...");

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
