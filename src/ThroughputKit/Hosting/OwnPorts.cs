using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Hosting;

/// <summary>Keeps each target on another port, so that all tests of one app go on to share it.</summary>
internal static class OwnPorts
{
    private static readonly ConditionalWeakTable<ILoadTarget, ConcurrentDictionary<OwnPort, ILoadTarget>> _all = [];

    public static ILoadTarget Of(ILoadTarget target, OwnPort port) => port == target.Port ? target : _all.GetOrCreateValue(target).GetOrAdd(port, target.On);
}
