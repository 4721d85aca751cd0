using static System.FormattableString;

namespace ThroughputKit.Planning;

/// <summary>Checks that the connections fit within this process's limit of descriptors. Pure.</summary>
internal static class ConnectionRules
{
    // The app's files, its log, its own connections, and the files that the kit itself opens.
    private const int Others = 100;

    /// <summary>Returns the number of descriptors that a run needs: one per connection, and one for its other end if the app is in this process.</summary>
    public static long Needed(int connections, bool isInProcess) => ((long)connections * Each(isInProcess)) + Others;

    /// <param name="connections">The number of connections of the test.</param>
    /// <param name="isInProcess">Whether the app's ends of the connections are in this process.</param>
    /// <param name="descriptors">The limit and use of descriptors of this process; <see langword="null"/> if unknown.</param>
    public static IEnumerable<Problem> Check(int connections, bool isInProcess, Descriptors? descriptors)
    {
        var needed = Needed(connections, isInProcess);
        if (descriptors is null || needed <= descriptors.Free)
        {
            yield break;
        }

        var each = isInProcess ? "two per connection, because the app is in this process" : "one per connection";
        var most = Math.Max(0, (descriptors.Free - Others) / Each(isInProcess));
        yield return new Problem(
            Invariant($"Connections is {connections:N0}, which needs {needed:N0} file descriptors ({each}, and {Others} for everything else)")
            + Invariant($", but this process has {descriptors.Free:N0} of {descriptors.Limit:N0} free"),
            Invariant($"at most {most:N0}"),
            (isInProcess ? "Run the app in its own process with LoadTest.ForPublished(folder): then a connection needs only one here. Or raise the hard limit"
                : "Raise the hard limit")
            + " before the process starts: with ulimit -n, nofile in /etc/security/limits.conf, or LimitNOFILE in a systemd unit.");
    }

    private static int Each(bool isInProcess) => isInProcess ? 2 : 1;
}
