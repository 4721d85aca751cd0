using System.Runtime.CompilerServices;
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

    /// <summary>Gets whether the host has a web server.</summary>
    public bool Exists => services.GetService<IServer>() is not null;

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
    public bool TryPrepare()
    {
        // Any host has options of any kind. Those without services belong to no server.
        if (services.GetService<IOptions<KestrelServerOptions>>()?.Value is not { ApplicationServices: not null } kestrel)
        {
            return false;
        }

        _own = OwnEndpoint.AddUnseen(kestrel);
        return true;
    }

    /// <summary>Returns the address of the kit's own port; without one, all addresses of the server.</summary>
    public string[] Addresses() => _own?.IPEndPoint is { Port: > 0 } own
        ? [$"http://{own}"]
        : [.. services.GetService<IServer>()?.Features.Get<IServerAddressesFeature>()?.Addresses ?? []];

    // Without ASP.NET Core this method can't be compiled at run time, so the call throws.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Type RequiredType() => typeof(IServer);
}
