using ThroughputKit.Engines.Loops;

namespace ThroughputKit.Engines.Tls;

/// <summary>Puts TLS on the sockets of another poller.</summary>
/// <param name="poller">The other one, which this one disposes.</param>
/// <param name="target">The app, with its options for TLS.</param>
internal sealed class TlsPoller(IPoller poller, EngineTarget target) : IPoller
{
    // A record of the maximum length with all that TLS adds.
    private readonly byte[] _encrypted = GC.AllocateUninitializedArray<byte>(17 * 1024, pinned: true);
    private readonly TlsContext _context = new(target.Tls!);

    public void AllowWake() => poller.AllowWake();

    public void Wake() => poller.Wake();

    public LoopSocket Create(int number) => new TlsSocket(poller.Create(number), _context, _encrypted, target.Handshakes);

    public int Wait(TimeSpan most) => poller.Wait(most);

    public int NumberOf(int @event) => poller.NumberOf(@event);

    public void Dispose()
    {
        poller.Dispose();
        _context.Dispose();
    }
}
