using System.Net.Sockets;
using System.Net.WebSockets;
using ThroughputKit.Scenarios;

namespace ThroughputKit.Engines.Client;

/// <summary>Tells what kind of failure an exception of a scenario's code is.</summary>
internal static class StepFailure
{
    /// <summary>Returns whether the error, or one that it was caused by, says that the iteration had to end.</summary>
    public static bool IsCutOff(Exception? error) => Find<IterationOverException>(error) is not null;

    /// <summary>Returns the mistake in the test that is the error, or caused it; <see langword="null"/> if none did.</summary>
    public static LoadTestException? MistakeOf(Exception? error) => Find<LoadTestException>(error);

    public static FailureKind KindOf(Exception error) => error switch
    {
        AggregateException { InnerException: { } first } => KindOf(first), // of code that blocks
        HttpRequestException { StatusCode: not null } => FailureKind.UnexpectedStatus,
        WaitGivenUpException => FailureKind.FailedCheck, // a mistake of the code, which awaits it all the same
        OperationCanceledException or TimeoutException => FailureKind.Timeout,
        HttpRequestException { HttpRequestError: HttpRequestError.InvalidResponse } => FailureKind.Malformed,
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.SecureConnectionError } => FailureKind.Connect,
        WebSocketException { InnerException: HttpRequestException cause } => KindOf(cause),
        WebSocketException { WebSocketErrorCode: not (WebSocketError.ConnectionClosedPrematurely or WebSocketError.InvalidState) } => FailureKind.Malformed,
        HttpRequestException or WebSocketException or IOException or SocketException => FailureKind.Read,
        _ => FailureKind.FailedCheck,
    };

    public static string Describe(Exception error) =>
        error is AggregateException { InnerException: { } first } ? Describe(first)
            : $"{error.GetType().Name}: {error.Message}"
                + (error is HttpRequestException or WebSocketException && error.InnerException is { } cause ? $" {cause.Message}" : "");

    private static T? Find<T>(Exception? error)
        where T : Exception
    {
        while (error is not null and not T)
        {
            error = error.InnerException;
        }

        return (T?)error;
    }
}
