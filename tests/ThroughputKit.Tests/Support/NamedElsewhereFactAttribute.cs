using System.Net;

namespace ThroughputKit.Tests.Support;

/// <summary>A fact for a machine whose own name resolves to an address of its network card, as it usually does; elsewhere it is skipped.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NamedElsewhereFactAttribute : FactAttribute
{
    public NamedElsewhereFactAttribute() => Skip = Address() is null ? "This machine's own name leads to loopback alone." : null;

    /// <summary>The first address of this machine's name that isn't loopback; <see langword="null"/> if there is none.</summary>
    public static IPAddress? Address() => Dns.GetHostAddresses(Dns.GetHostName()).FirstOrDefault(a => !IPAddress.IsLoopback(a));
}
