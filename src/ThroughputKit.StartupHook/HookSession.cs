using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using System.Runtime;
using System.Runtime.InteropServices;
using ThroughputKit.Counting;
using ThroughputKit.Hosting;
using ThroughputKit.Hosting.Published;
using ThroughputKit.Probes;

namespace ThroughputKit.StartupHooks;

/// <summary>Answers the kit as long as the kit lives, and ends the app when the kit is gone.</summary>
internal sealed class HookSession
{
    private const string ThreadName = "ThroughputKit hook";
    private const int LongestType = 500;

    private static readonly TimeSpan _grace = TimeSpan.FromSeconds(2);

    private readonly HostWatch _hosts;
    private readonly KitLink _kit;
    private AllocationSampler? _sampler;
    private CompilerWatch? _compiler;
    private CountWatch? _counts;

    private HookSession(KitLink kit, OwnPort port) => (_kit, _hosts) = (kit, new HostWatch(kit, port));

    public static void Begin()
    {
        var address = Environment.GetEnvironmentVariable(HookVariables.Pipe);
        _ = Enum.TryParse(Environment.GetEnvironmentVariable(HookVariables.Port), out OwnPort port);
        ClearEnvironment();
        if (address is null || !File.Exists(address))
        {
            return; // a child process of the app: the kit removes the address once the app has connected
        }

        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint(address));
        }
        catch (SocketException)
        {
            Process.GetCurrentProcess().Kill(); // the kit is gone without removing its address: it was killed
            return;
        }

        var session = new HookSession(new KitLink(new StreamReader(new NetworkStream(socket, ownsSocket: true))), port);
        session._hosts.Begin();
        new Thread(session.Run) { IsBackground = true, Name = ThreadName }.Start();
    }

    // The variables that loaded the hook are for the app alone and not for processes that it starts.
    private static void ClearEnvironment()
    {
        Environment.SetEnvironmentVariable(HookVariables.Pipe, null);
        Environment.SetEnvironmentVariable(HookVariables.Port, null);
        var hooks = Environment.GetEnvironmentVariable(HookVariables.Hooks) ?? "";
        var others = string.Join(Path.PathSeparator, hooks.Split(Path.PathSeparator).Where(h => h != typeof(HookSession).Assembly.Location));
        Environment.SetEnvironmentVariable(HookVariables.Hooks, others.Length == 0 ? null : others);
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
        catch (IOException)
        {
            // the kit is gone
        }

        End();
    }

    private void Answer(string command)
    {
        switch (command)
        {
            case HookMessage.Snapshot:
                Send(Counters.Read());
                break;
            case HookMessage.Heap:
                Send([ManagedHeap.CollectAndMeasure()]);
                break;
            case HookMessage.Methods:
                Send([JitInfo.GetCompiledMethodCount()]);
                break;
            case HookMessage.Owed:
                Send([(_compiler ??= new CompilerWatch()).Owed]);
                break;
            case HookMessage.EndCompilerWatch:
                _compiler?.Dispose();
                _compiler = null;
                break;
            case HookMessage.Stop:
                BeginStop();
                break;
            case HookMessage.BeginSampling:
                _sampler ??= new AllocationSampler();
                break;
            case HookMessage.EndSampling:
                _kit.Send(HookMessage.Answer, EndSampling());
                break;
            case HookMessage.BeginCounting:
                _counts ??= new CountWatch(ownPort: null);
                break;
            case HookMessage.CountsSettleIn:
                Send(_counts is null ? [] : [(long)Math.Ceiling(_counts.SettlesIn().TotalMilliseconds)]);
                break;
            case HookMessage.Counts:
                Send(_counts?.Read() ?? []);
                break;
            case HookMessage.ForgetTexts:
                _counts?.ForgetTexts();
                break;
            case HookMessage.EndCounting:
                _kit.Send(HookMessage.Answer, EndCounting());
                break;
        }
    }

    private void Send(long[] figures) => _kit.Send(HookMessage.Answer, Array.ConvertAll(figures, f => f.ToString(CultureInfo.InvariantCulture)));

    private static string[] RuntimeFacts()
    {
        var isDynamic = GC.GetConfigurationVariables().TryGetValue("GCDynamicAdaptationMode", out var mode) && mode is long and not 0;
        return
        [
            $"runtime {RuntimeInformation.FrameworkDescription}",
            $"server-gc {GCSettings.IsServerGC}",
            $"dynamic-gc {isDynamic}",
            $"cores {Environment.ProcessorCount}",
        ];
    }

    // Returns the types with the most allocated bytes, the largest share first.
    private string[] EndSampling()
    {
        using var sampler = _sampler;
        _sampler = null;
        return sampler?.Top(AllocationSampler.MaxTypes)
            .Select(t => string.Create(CultureInfo.InvariantCulture, $"{t.Share:R} {Short(t.Type)}")).ToArray() ?? [];
    }

    private string[] EndCounting()
    {
        using var counts = _counts;
        _counts = null;
        return counts is null ? [""] : CountedTextsLine.Write(counts.Texts()); // nothing is known, rather than that nothing was counted
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
