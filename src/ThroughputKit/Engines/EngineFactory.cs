using ThroughputKit.Engines.Client;
using ThroughputKit.Engines.Epoll;
using ThroughputKit.Engines.Sockets;
using ThroughputKit.Responses;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines;

/// <summary>Chooses the engine of a run.</summary>
internal static class EngineFactory
{
    /// <summary>Creates the only engine that a scenario can have.</summary>
    public static EngineChoice Create(LoadOptions options, Scenario scenario, UserClients clients, UserPasts pasts)
    {
        var expected = new ExpectedStep(options.RequestTimeout, StatusTable.Of(options.IsSuccess));
        return new EngineChoice(new ClientEngine(scenario, clients, options.Connections, expected, pasts), LoadEngine.Client);
    }

    /// <param name="options">The options.</param>
    /// <param name="target">The app.</param>
    /// <param name="rate">The rate; <see langword="null"/> for a closed loop.</param>
    /// <param name="crew">The threads of a load that takes turns with others; <see langword="null"/> for threads of its own.</param>
    /// <param name="room">The maximum length of a request with data; zero if there is none.</param>
    /// <exception cref="LoadTestException">The requested engine can't create this load.</exception>
    public static EngineChoice Create(LoadOptions options, EngineTarget target, LoadRate? rate = null, EpollCrew? crew = null, int room = 0)
    {
        var shape = new LoadShape(options.Connections, options.RequestTimeout, rate?.Highest, room, options.RequestsPerConnection);
        var canBeEpoll = OperatingSystem.IsLinux() && target.Tls is null;
        if (options.Engine == LoadEngine.Epoll && !canBeEpoll)
        {
            throw new LoadTestException(new Problem(
                OperatingSystem.IsLinux() ? "The engine is Epoll and the address is https"
                    : $"The engine is Epoll and the system is {Environment.OSVersion.Platform}",
                "Epoll on Linux, for plain http",
                "Leave Engine out: the kit then uses the fastest engine that supports the load."));
        }

        if (options.Engine == LoadEngine.Socket || !canBeEpoll)
        {
            return Sockets();
        }

        try
        {
            var threads = EpollThreads.For(shape.Connections, shape.HighestRate, Environment.ProcessorCount);
            return new EngineChoice(new EpollEngine(target.EndPoint, shape, threads, crew), LoadEngine.Epoll);
        }
        catch (EngineNotAvailableException e)
        {
            return Sockets() with { WhyNotEpoll = e.Message };
        }

        EngineChoice Sockets() => new(new SocketEngine(target, shape), LoadEngine.Socket);
    }
}
