using System.Net.Sockets;

namespace ThroughputKit.Engines.Client;

/// <summary>Tells what kind of failure an exception of a scenario's code is.</summary>
internal static class StepFailure
{
    public static FailureKind KindOf(Exception error) => error switch
    {
        HttpRequestException { StatusCode: not null } => FailureKind.UnexpectedStatus,
        OperationCanceledException or TimeoutException => FailureKind.Timeout,
        HttpRequestException { HttpRequestError: HttpRequestError.InvalidResponse } => FailureKind.Malformed,
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.SecureConnectionError } => FailureKind.Connect,
        HttpRequestException or IOException or SocketException => FailureKind.Read,
        _ => FailureKind.FailedCheck,
    };

    public static string Describe(Exception error) => $"{error.GetType().Name}: {error.Message}";
}
