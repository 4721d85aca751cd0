using System.Net;
using System.Reflection;

namespace ThroughputKit.StartupHooks;

/// <summary>
/// A free loopback port of the kit's own, whatever else the app's Kestrel listens on. It is the same endpoint, for the same
/// reasons, as <c>OwnEndpoint</c> adds to an app in the test's process.
/// </summary>
internal sealed class KestrelPort
{
    private const int Http1 = 1;

    private static readonly Type? _kestrel = Type.GetType("Microsoft.AspNetCore.Server.Kestrel.Core.KestrelServerOptions, Microsoft.AspNetCore.Server.Kestrel.Core");
    private static readonly Type? _listen = Type.GetType("Microsoft.AspNetCore.Server.Kestrel.Core.ListenOptions, Microsoft.AspNetCore.Server.Kestrel.Core");
    private static readonly Type? _options = Type.GetType("Microsoft.Extensions.Options.IOptions`1, Microsoft.Extensions.Options");

    private object? _own;

    /// <summary>Gets the address of the port; <see langword="null"/> before the server listens there.</summary>
    public string? Address => _own?.Get("IPEndPoint") is IPEndPoint { Port: > 0 } own ? $"http://{own}" : null;

    /// <returns>The port; <see langword="null"/> if the host has no Kestrel.</returns>
    public static KestrelPort? Take(IServiceProvider services)
    {
        if (_kestrel is null || _listen is null || _options is null
            || services.GetService(_options.MakeGenericType(_kestrel))?.Get("Value") is not { } kestrel
            || kestrel.Get("ApplicationServices") is null) // any host has options of any kind; these belong to no server
        {
            return null;
        }

        var port = new KestrelPort();
        _kestrel.GetMethod("Configure", Type.EmptyTypes)!.Invoke(kestrel, null); // drops endpoints of the app's configuration: they are for its normal deployment
        try
        {
            port.Listen(kestrel);
        }
        catch (TargetInvocationException)
        {
            _kestrel.GetMethod("ConfigureEndpointDefaults")!.Invoke(kestrel, [Action(nameof(Leave), target: null)]);
            port.Listen(kestrel);
        }

        return port;
    }

    private void Listen(object kestrel) => _kestrel!.GetMethod("Listen", [typeof(IPAddress), typeof(int), typeof(Action<>).MakeGenericType(_listen!)])!
        .Invoke(kestrel, [IPAddress.Loopback, 0, Action(nameof(Keep), this)]);

    private static Delegate Action(string method, KestrelPort? target) => typeof(KestrelPort)
        .GetMethod(method, BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic)!
        .MakeGenericMethod(_listen!).CreateDelegate(typeof(Action<>).MakeGenericType(_listen!), target);

    private void Keep<T>(T own)
    {
        if ($"{own}".StartsWith("https:", StringComparison.Ordinal))
        {
            throw new NotSupportedException("The defaults bring TLS.");
        }

        var protocols = typeof(T).GetProperty("Protocols")!;
        protocols.SetValue(own, Enum.ToObject(protocols.PropertyType, Http1));
        _own = own;
    }

    private static void Leave<T>(T endpoint)
    {
        // leaves the endpoint unchanged: there are no defaults any more
        _ = endpoint;
    }
}
