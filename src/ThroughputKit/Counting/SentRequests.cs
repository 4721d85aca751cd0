using System.Diagnostics.Metrics;
using System.Globalization;
using System.Net;

namespace ThroughputKit.Counting;

/// <summary>
/// Counts the requests that HttpClient sends, by its own meter, from creation until disposal: failed ones too, and each redirect that is followed. A request
/// counts when its response has begun or it has failed. Handlers that don't send over a network, such as a test's own, have no meter, and don't count.
/// </summary>
internal sealed class SentRequests : IDisposable
{
    private const string MeterName = "System.Net.Http";
    private const string InstrumentName = "http.client.request.duration";
    private const string Method = "http.request.method";
    private const string Host = "server.address";
    private const string Port = "server.port";
    private const string Switch = "System.Diagnostics.Metrics.Meter.IsSupported";

    private readonly TextCounter _requests;
    private readonly int? _ownPort;
    private readonly MeterListener _listener = new();

    /// <param name="requests">Counts them.</param>
    /// <param name="ownPort">Requests to this port of this machine don't count, whoever sends them.</param>
    public SentRequests(TextCounter requests, int? ownPort)
    {
        (_requests, _ownPort) = (requests, ownPort);
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument is { Name: InstrumentName, Meter.Name: MeterName })
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<double>((_, _, tags, _) => Count(tags));
        _listener.Start();
    }

    /// <summary>Returns why they can't be known; <see langword="null"/> if they are.</summary>
    public static string? WhyUnknown() => AppContext.TryGetSwitch(Switch, out var isSupported) && !isSupported
        ? $"The app has switched meters off, by which HttpClient's requests are counted. Leave out its setting {Switch}"
        : null;

    public void Dispose() => _listener.Dispose();

    private void Count(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var (method, host, port) = ("", "", "");
        foreach (var (name, value) in tags)
        {
            switch (name)
            {
                case Method:
                    method = $"{value}";
                    break;
                case Host:
                    host = $"{value}";
                    break;
                case Port:
                    port = Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
                    break;
            }
        }

        if (!IsOwn(host, port))
        {
            _requests.Add(SqlText.OnOneLine(port.Length == 0 ? $"{method} {host}" : $"{method} {host}:{port}"));
        }
    }

    private bool IsOwn(string host, string port) => _ownPort is { } own && port == own.ToString(CultureInfo.InvariantCulture)
        && (IPAddress.TryParse(host, out var address) ? IPAddress.IsLoopback(address) : string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase));
}
