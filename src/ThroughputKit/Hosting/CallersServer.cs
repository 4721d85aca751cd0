using System.Runtime.CompilerServices;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace ThroughputKit.Hosting;

/// <summary>
/// The port for TLS, or for HTTP/2, that the kit adds to a server of the caller's before that starts. The server keeps it as long as it runs, for all runs that
/// load it. Its plain port stays, for the other ones.
/// </summary>
internal sealed class CallersServer
{
    private static readonly ConditionalWeakTable<object, CallersServer> _all = [];

    private readonly OwnPort _port;
    private readonly X509Certificate2? _certificate;
    private readonly ListenOptions _own;

    private CallersServer(KestrelServerOptions kestrel, OwnPort port)
    {
        (_port, _certificate) = (port, OwnCertificate.For(port));
        OwnEndpoint.AddIfNone(kestrel);
        _own = OwnEndpoint.Add(kestrel, _certificate, port == OwnPort.Http2);
    }

    /// <summary>Adds the port.</summary>
    /// <param name="owner">The host or factory of the server.</param>
    /// <param name="kestrel">The options of the server, which hasn't started.</param>
    /// <param name="port">What it speaks.</param>
    public static void Add(object owner, KestrelServerOptions kestrel, OwnPort port) => _all.AddOrUpdate(owner, new CallersServer(kestrel, port));

    /// <summary>Returns the running app of a host or factory.</summary>
    /// <param name="owner">The host or factory.</param>
    /// <param name="services">Its services.</param>
    /// <param name="app">Its name, for messages.</param>
    /// <param name="hostStart">The duration of its start, if the kit started it.</param>
    /// <param name="port">What is to be loaded: the kit's port, or one of its own that may speak the same.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    /// <exception cref="LoadTestException">It listens on nothing that can be loaded.</exception>
    public static async Task<RunningApp> FindAsync(
        object owner, IServiceProvider services, string app, TimeSpan? hostStart, OwnPort port, CancellationToken cancellationToken)
    {
        if (_all.TryGetValue(owner, out var own) && own._port == port && OwnEndpoint.AddressOf(own._own, port == OwnPort.Tls) is { } ownAddress)
        {
            return RunningApp.InProcess(ownAddress, services, hostStart, stop: null) with { Certificate = own._certificate?.RawData };
        }

        var address = await ServerAddresses.FindAsync(services, app, cancellationToken, port).ConfigureAwait(false);
        return RunningApp.InProcess(address, services, hostStart, stop: null);
    }
}
