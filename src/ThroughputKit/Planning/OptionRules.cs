using ThroughputKit.Requests;
using ThroughputKit.Responses;
using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks that the options are allowed.</summary>
internal static class OptionRules
{
    public const int MaxConnections = 20_000;

    private const int MaxStreams = 1_000;
    private const int MaxInFlight = 100_000;

    private static readonly TimeSpan _hour = TimeSpan.FromHours(1);
    private static readonly TimeSpan _day = TimeSpan.FromDays(1);

    public static IEnumerable<Problem> Check(LoadOptions options) =>
    [
        .. Problem.If(
            options.Connections is < 1 or > MaxConnections,
            Invariant($"Connections is {options.Connections:N0}"),
            Invariant($"1 to {MaxConnections:N0}"),
            options.Connections > 0
                ? "Each connection needs a file descriptor, and a second one if the app is in this process. "
                    + "More than 10,000 connections rarely show anything new. Did you mean a rate? Use AtRate."
                : "Does it come from a missing setting? Leave it unset unless you need another number."),
        .. Problem.If(
            options.StreamsPerConnection is < 1 or > MaxStreams,
            Invariant($"StreamsPerConnection is {options.StreamsPerConnection:N0}"), Invariant($"1 to {MaxStreams:N0}"),
            "Servers allow 100 or so: Kestrel by its Limits.Http2.MaxStreamsPerConnection. For more requests in flight, raise Connections."),
        .. Problem.If(
            options.StreamsPerConnection > 1 && options.Protocol != LoadProtocol.Http2,
            Invariant($"StreamsPerConnection is {options.StreamsPerConnection:N0}, and Protocol is {options.Protocol}"), "Http2",
            "A connection of HTTP/1.1 has one request in flight. Set o.Protocol = LoadProtocol.Http2, or raise Connections instead."),
        .. Problem.If(
            options.StreamsPerConnection > 1 && options is { NeedsClient: true, Protocol: LoadProtocol.Http2 },
            Invariant($"StreamsPerConnection is {options.StreamsPerConnection:N0}, and the framework's client makes the load"), "1",
            "Its connections have one request in flight each. Leave Engine and ClientHandler out, on Linux, or raise Connections instead."),
        .. Problem.If(
            options.InFlight > MaxInFlight && options is { Connections: > 0 and <= MaxConnections, StreamsPerConnection: > 0 and <= MaxStreams },
            Invariant($"Connections x StreamsPerConnection is {options.InFlight:N0} requests in flight"), Invariant($"{MaxInFlight:N0} at most"),
            "More than 10,000 rarely show anything new. Did you mean a rate? Use AtRate."),
        .. Problem.If(
            options.RequestsPerConnection is < 1,
            Invariant($"RequestsPerConnection is {options.RequestsPerConnection:N0}"), "1 or more, or null to keep connections open",
            "1 opens a connection for each request. For the number of connections that are open at a time, set Connections."),
        .. Problem.If(
            !Enum.IsDefined(options.Engine),
            $"Engine is {options.Engine}", "Automatic, Uring, Epoll, Socket or Client",
            "Leave Engine out: the kit then uses the fastest engine that supports the load."),
        .. Problem.If(
            !Enum.IsDefined(options.Protocol), $"Protocol is {options.Protocol}", "Http1 or Http2", "Leave Protocol out for HTTP/1.1."),
        .. Problem.If(
            options.NeedsClient && options.Engine is not (LoadEngine.Automatic or LoadEngine.Client),
            $"Engine is {options.Engine}, and {(options.ClientHandler is null ? $"Protocol is {options.Protocol}" : "ClientHandler is set")}",
            "Automatic or Client", "Only the framework's client can do that. Leave Engine out."),
        .. Problem.If(
            options is { NeedsClient: false, Protocol: LoadProtocol.Http2, Engine: LoadEngine.Socket },
            $"Engine is Socket, and Protocol is {options.Protocol}", "Automatic, Uring, Epoll or Client", "It speaks HTTP/1.1 alone. Leave Engine out."),
        .. Problem.If(
            options.Requests is < 1,
            Invariant($"Requests is {options.Requests:N0}"), "1 or more, or null for a fixed duration", "To run for a fixed time, set Duration instead."),
        .. Problem.If(
            options is { Requests: not null, Duration: not null },
            Invariant($"Both Requests ({options.Requests:N0}) and Duration ({Show(options.Duration)}) are set"),
            "one of them",
            "A run ends after a number of requests or after a duration. To limit the time for a number of requests, set MaxDuration. "
                + "To unset what a helper sets, set it to null."),
        .. Problem.If(
            options.MaxWarmUp < options.WarmUp || options.MaxWarmUp > _hour,
            $"MaxWarmUp is {Show(options.MaxWarmUp)} and WarmUp is {Show(options.WarmUp)}",
            "MaxWarmUp at least WarmUp, at most 1 hour",
            "The warm-up takes at least WarmUp and at most MaxWarmUp. Leave MaxWarmUp out for the default of 15 s."),
        .. Problem.If(
            !(options.CheckedShare is > 0 and <= 1),
            Invariant($"CheckedShare is {options.CheckedShare}"),
            "above zero, at most 1",
            "It is a fraction: 0.1 checks a tenth of the responses. To check only statuses, leave out the other expectations."),
        .. CheckTime("Duration", options.DurationOrDefault, _day),
        .. CheckTime("MaxDuration", options.MaxDuration, _day),
        .. CheckTime("RequestTimeout", options.RequestTimeout, _hour),
        .. CheckTime("StartTimeout", options.StartTimeout, _hour),
        .. CheckTime("WarmUp", options.WarmUp, _hour, mayBeZero: true),
        .. CheckIsSuccess(options.IsSuccess),
        .. CheckSecretHeaders(options.SecretHeaders),
    ];

    private static IEnumerable<Problem> CheckSecretHeaders(IReadOnlyList<string>? names) => names is null
        ? [new Problem("SecretHeaders is null", "names of headers", "Leave it out if there are none.")]
        : from name in names
          where name is null || !RequestRules.IsToken(name)
          select new Problem(
              $"SecretHeaders has '{DisplayName.Show(name ?? "")}'",
              "names of headers: letters, digits and symbols such as '-'",
              "Does it end in a colon, a space or a line break? Give only the names.");

    private static IEnumerable<Problem> CheckIsSuccess(Func<int, bool>? isSuccess)
    {
        if (isSuccess is null)
        {
            return [new Problem("IsSuccess is null", "a function of the status", "Leave it out to accept 200 to 299.")];
        }

        try
        {
            return Problem.If(
                !Array.Exists(StatusTable.Of(isSuccess), success => success),
                "IsSuccess accepts no status from 100 to 999", "a function that accepts one or more", "No request could ever succeed.");
        }
        catch (Exception e)
        {
            return
            [
                new Problem(
                    $"IsSuccess threw: {e.GetType().Name}: {e.Message}",
                    "a function that returns true or false for every status from 100 to 999",
                    "It is called once for each status, before the load starts."),
            ];
        }
    }

    private static IEnumerable<Problem> CheckTime(string name, TimeSpan value, TimeSpan most, bool mayBeZero = false) => Problem.If(
        value > most || value < TimeSpan.Zero || (value == TimeSpan.Zero && !mayBeZero),
        $"{name} is {Show(value)}",
        $"{(mayBeZero ? "zero to" : "above zero, at most")} {(most == _day ? "24 hours" : "1 hour")}",
        "Is the unit right? Attributes take seconds. In code, TimeSpan.FromSeconds(5) is five seconds; new TimeSpan(5) is half a microsecond.");

    private static string Show(TimeSpan? value) => Invariant($"{value?.TotalSeconds:0.#######} s");
}
