using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks that all connections that are open at the same time fit within this process's limit of descriptors. Pure.</summary>
internal static class ConnectionRules
{
    // The app's files, its log, its own connections, and the files that the kit itself opens.
    private const int Others = 100;

    /// <summary>Returns the number of descriptors that a run needs: one per connection, and one for its other end if the app is in this process.</summary>
    public static long Needed(IEnumerable<(int Connections, bool IsInProcess)> loads) => loads.Sum(l => (long)l.Connections * Each(l.IsInProcess)) + Others;

    /// <param name="loads">The number of connections of each load, and whether the app's ends of them are in this process.</param>
    /// <param name="descriptors">The limit and use of descriptors of this process; <see langword="null"/> if unknown.</param>
    public static IEnumerable<Problem> Check(IReadOnlyList<(int Connections, bool IsInProcess)> loads, Descriptors? descriptors)
    {
        var needed = Needed(loads);
        if (descriptors is null || needed <= descriptors.Free)
        {
            yield break;
        }

        var isHere = loads.Any(l => l.IsInProcess);
        var each = !isHere ? "one per connection"
            : loads.All(l => l.IsInProcess) ? "two per connection, because the app is in this process"
            : "two per connection to an app in this process, one per other connection";
        var most = Math.Max(0, (descriptors.Free - Others) / loads.Sum(l => Each(l.IsInProcess)));
        yield return new Problem(
            (loads.Count == 1 ? Invariant($"Connections is {loads[0].Connections:N0}, which needs")
                : Invariant($"The {loads.Count:N0} load tests have {loads.Sum(l => (long)l.Connections):N0} connections open at the same time, which need"))
            + Invariant($" {needed:N0} file descriptors ({each}, and {Others} for everything else)")
            + Invariant($", but this process has {descriptors.Free:N0} of {descriptors.Limit:N0} free"),
            most == 0 ? Invariant($"a limit of {descriptors.Used + needed:N0} or more")
                : Invariant($"at most {most:N0}{(loads.Count == 1 ? "" : " for each")}"),
            (isHere && most > 0
                ? "Run the app in its own process with LoadTest.ForPublished(folder): then a connection needs only one here. Or raise the hard limit"
                : "Raise the hard limit")
            + " before the process starts: with ulimit -n, nofile in /etc/security/limits.conf, or LimitNOFILE in a systemd unit.");
    }

    private static int Each(bool isInProcess) => isInProcess ? 2 : 1;
}
