using ThroughputKit.Engines.Client;
using ThroughputKit.Engines.Client.Messages;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Engines.Loops;
using ThroughputKit.Engines.Sockets;
using ThroughputKit.Engines.Tls;
using ThroughputKit.Engines.Uring;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines;

/// <summary>Chooses the engine of a run.</summary>
internal static class EngineFactory
{
    /// <summary>The environment variable that forbids io_uring, unless a test asks for it.</summary>
    public const string NoUring = "THROUGHPUTKIT_NO_URING";

    private static readonly Lazy<string?> _whyNotUring = new(() =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess ? PollerTrial.WhyNot("io_uring", Uring) : "io_uring needs Linux and a process of 64 bits");

    /// <summary>Gets why io_uring can't be used here, by one trial in each process; <see langword="null"/> if it can.</summary>
    public static string? WhyNotUring => _whyNotUring.Value;

    /// <summary>Creates the only engine that a scenario can have.</summary>
    public static EngineChoice Create(ScenarioLoad load, UserPasts pasts) => new(new ClientEngine(load, pasts), LoadEngine.Client);

    /// <summary>Creates the engine that a test asks for, or the fastest that can be used.</summary>
    /// <param name="options">The options.</param>
    /// <param name="target">The app.</param>
    /// <param name="highestRate">The highest rate of requests; <see langword="null"/> for a closed loop.</param>
    /// <param name="crew">The threads of a load that takes turns with others; <see langword="null"/> for threads of its own.</param>
    /// <param name="room">The maximum length of a request with data; zero if there is none.</param>
    /// <param name="whyNotTls">Returns why OpenSSL can't be used; <see langword="null"/> to try it.</param>
    /// <exception cref="LoadTestException">The requested engine can't create this load.</exception>
    public static EngineChoice Create(
        LoadOptions options, EngineTarget target, double? highestRate = null, LoopCrew? crew = null, int room = 0, Func<string?>? whyNotTls = null)
    {
        var http2 = options.Protocol == LoadProtocol.Http2 ? new Http2Shape(options.StreamsPerConnection, target.Tls is not null) : null;
        var shape = new LoadShape(options.Connections, options.RequestTimeout, highestRate, room, options.RequestsPerConnection, http2);
        var threads = Math.Min(shape.Connections, LoopThreads.For(shape.Senders, shape.HighestRate, Environment.ProcessorCount));
        List<string> whyNot = [];
        foreach (var kind in options.Engine == LoadEngine.Automatic ? Fastest(options, threads) : [options.Engine])
        {
            try
            {
                return new EngineChoice(Create(kind), kind, whyNot.Count == 0 ? null : string.Join("; ", whyNot.Distinct(StringComparer.Ordinal)));
            }
            catch (EngineNotAvailableException e)
            {
                whyNot.Add(e.Message);
            }
        }

        throw new LoadTestException(new Problem(
            $"The engine is {options.Engine} and {whyNot[0]}",
            $"{options.Engine} on Linux{(options.Engine == LoadEngine.Uring ? " 6.1 or later, where io_uring is allowed" : "")}"
                + (target.Tls is null ? "" : ", for https with OpenSSL"),
            http2 is null ? "Leave Engine out: the kit then uses the fastest engine that supports the load."
                : "Set o.Engine = LoadEngine.Client, which is slower and counts no exact bytes of an app in this process."));

        ILoadEngine Create(LoadEngine kind) => kind switch
        {
            LoadEngine.Socket => new SocketEngine(() => new SocketTransport(target), shape),
            LoadEngine.Client => new SocketEngine(() => new ClientTransport(target, options), shape),
            _ when !OperatingSystem.IsLinux() => throw new EngineNotAvailableException($"the system is {Environment.OSVersion.Platform}"),
            _ when target.Tls is not null && (whyNotTls is null ? OpenSsl.WhyNot : whyNotTls()) is { } reason => throw new EngineNotAvailableException(reason),
            LoadEngine.Uring when (options.Engine == kind ? WhyNotUring : WhyNotUringUnasked()) is { } reason => throw new EngineNotAvailableException(reason),
            LoadEngine.Uring => new LoopEngine(target.EndPoint, shape, threads, crew, sockets => WithTls(Uring(sockets))),
            _ => new LoopEngine(target.EndPoint, shape, threads, crew, sockets => WithTls(new Poller(sockets))),
        };

        IPoller WithTls(IPoller poller) => target.Tls is null ? poller : new TlsPoller(poller, target);
    }

    private static LoadEngine[] Fastest(LoadOptions options, int threads) =>
        options.NeedsClient ? [LoadEngine.Client]
        : !OperatingSystem.IsLinux() ? [LoadEngine.Socket]
        :
        [
            .. LoopThreads.HaveEnoughForUring(options.InFlight, threads) ? new[] { LoadEngine.Uring } : [],
            LoadEngine.Epoll,
            .. options.Protocol == LoadProtocol.Http1 ? new[] { LoadEngine.Socket } : [], // which speaks nothing else
        ];

    private static UringPoller Uring(int sockets) => new(sockets);

    private static string? WhyNotUringUnasked() =>
        Environment.GetEnvironmentVariable(NoUring)?.ToUpperInvariant() is "1" or "TRUE" ? $"{NoUring} forbids io_uring" : WhyNotUring;
}
