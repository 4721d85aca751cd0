using System.Net;
using System.Net.Sockets;
using ThroughputKit.Hosting;
using ThroughputKit.Planning;
using ThroughputKit.Requests;

namespace ThroughputKit.Running;

/// <summary>Runs the preparations of a plan, one after another, and collects the headers they return.</summary>
internal static class PreparationStep
{
    public static async Task<IReadOnlyList<KeyValuePair<string, string>>> RunAsync(
        LoadPlan plan, Uri address, IPEndPoint endPoint, CancellationToken cancellationToken)
    {
        if (plan.Preparations.Count == 0)
        {
            return [];
        }

        using var client = new HttpClient(Handler(address, endPoint)) { BaseAddress = address };
        List<KeyValuePair<string, string>> headers = [];
        foreach (var preparation in plan.Preparations)
        {
            try
            {
                headers.AddRange(await preparation(client, cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false) ?? []);
            }
            catch (Exception e) when (!cancellationToken.IsCancellationRequested)
            {
                throw new LoadTestException(
                    new Problem(
                        $"Prepare threw: {e.GetType().Name}: {e.Message}",
                        "a preparation that succeeds",
                        "Nothing was loaded. Does the app hold what the preparation expects?"),
                    e);
            }
        }

        Problem[] problems = [.. headers.SelectMany(RequestRules.CheckHeader)];
        return problems.Length == 0 ? headers : throw new LoadTestException(problems);
    }

    // Connects only to the address that was checked, whatever the name resolves to by now.
    private static SocketsHttpHandler Handler(Uri address, IPEndPoint endPoint) => new()
    {
        SslOptions = LoopbackTls.Options(address.IdnHost, endPoint),
        ConnectCallback = async (_, cancellationToken) =>
        {
            var socket = new Socket(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(endPoint, cancellationToken).ConfigureAwait(false);
                return new NetworkStream(socket, ownsSocket: true);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        },
    };
}
