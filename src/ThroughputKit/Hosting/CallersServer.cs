using System.Runtime.CompilerServices;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace ThroughputKit.Hosting;

/// <summary>
/// The port with TLS that the kit adds to a server of the caller's before that starts. The server keeps it as long as it runs, for all runs that load it. Its
/// plain port stays, for those that aren't over https.
/// </summary>
internal sealed class CallersServer
{
    private static readonly ConditionalWeakTable<object, CallersServer> _all = [];

    private readonly X509Certificate2 _certificate = OwnCertificate.Create();
    private readonly ListenOptions _own;

    private CallersServer(KestrelServerOptions kestrel)
    {
        OwnEndpoint.AddIfNone(kestrel);
        _own = OwnEndpoint.Add(kestrel, _certificate);
    }

    /// <summary>Adds the port.</summary>
    /// <param name="owner">The host or factory of the server.</param>
    /// <param name="kestrel">The options of the server, which hasn't started.</param>
    public static void AddHttps(object owner, KestrelServerOptions kestrel) => _all.AddOrUpdate(owner, new CallersServer(kestrel));

    /// <summary>Returns the running app of a host or factory.</summary>
    /// <param name="owner">The host or factory.</param>
    /// <param name="services">Its services.</param>
    /// <param name="app">Its name, for messages.</param>
    /// <param name="hostStart">The duration of its start, if the kit started it.</param>
    /// <param name="overHttps">Whether it is to be loaded over https: on the kit's port, or on one of its own.</param>
    /// <param name="cancellationToken">Ends the search.</param>
    /// <exception cref="LoadTestException">It listens on nothing that can be loaded.</exception>
    public static async Task<RunningApp> FindAsync(
        object owner, IServiceProvider services, string app, TimeSpan? hostStart, bool overHttps, CancellationToken cancellationToken)
    {
        if (overHttps && _all.TryGetValue(owner, out var own) && OwnEndpoint.AddressOf(own._own, overHttps) is { } ownAddress)
        {
            return RunningApp.InProcess(ownAddress, services, hostStart, stop: null) with { Certificate = own._certificate.RawData };
        }

        var address = await ServerAddresses.FindAsync(services, app, cancellationToken, overHttps).ConfigureAwait(false);
        return RunningApp.InProcess(address, services, hostStart, stop: null);
    }
}
