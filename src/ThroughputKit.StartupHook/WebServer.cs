using System.Runtime.CompilerServices;
using System.Security.Cryptography.X509Certificates;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using ThroughputKit.Hosting;

namespace ThroughputKit.StartupHooks;

/// <summary>The web server of a host. Only this class uses types of ASP.NET Core, because an app may run without it.</summary>
internal sealed class WebServer(IServiceProvider services)
{
    private ListenOptions? _own;
    private X509Certificate2? _certificate;

    /// <summary>Gets whether the host has a web server.</summary>
    public bool Exists => services.GetService<IServer>() is not null;

    /// <summary>Gets the public part of the certificate of the kit's own port; <see langword="null"/> if that is plain.</summary>
    public string? Certificate => _certificate is null ? null : Convert.ToBase64String(_certificate.RawData);

    /// <summary>Returns the web server of a host; <see langword="null"/> in an app without ASP.NET Core.</summary>
    public static WebServer? Of(IServiceProvider services)
    {
        try
        {
            _ = RequiredType();
            return new WebServer(services);
        }
        catch (Exception e) when (e is IOException or TypeLoadException)
        {
            return null;
        }
    }

    /// <summary>Adds the kit's own port before the server starts. Returns false if the server isn't Kestrel.</summary>
    public bool TryPrepare(OwnPort port)
    {
        // Any host has options of any kind. Those without services belong to no server.
        if (services.GetService<IOptions<KestrelServerOptions>>()?.Value is not { ApplicationServices: not null } kestrel)
        {
            return false;
        }

        var certificate = OwnCertificate.For(port);
        _own = OwnEndpoint.AddUnseen(kestrel, certificate, port == OwnPort.Http2);
        _certificate = certificate; // only once there is the port
        return true;
    }

    /// <summary>Returns the address of the kit's own port; without one, all addresses of the server.</summary>
    public string[] Addresses() => OwnEndpoint.AddressOf(_own, _certificate is not null) is { } own
        ? [own.GetLeftPart(UriPartial.Authority)]
        : [.. services.GetService<IServer>()?.Features.Get<IServerAddressesFeature>()?.Addresses ?? []];

    // Without ASP.NET Core this method can't be compiled at run time, so the call throws.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Type RequiredType() => typeof(IServer);
}
