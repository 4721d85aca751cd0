using System.Globalization;

namespace ThroughputKit.Planning;

/// <summary>How many connections fit into what this process may have open. Pure.</summary>
internal static class ConnectionRules
{
    // The app's files, its log, connections of its own, and what the kit itself opens.
    private const int Others = 100;

    /// <summary>How many descriptors a run needs: one for each connection, and one for its other end if the app is in this process.</summary>
    public static long Needed(int connections, bool isInProcess) => ((long)connections * Each(isInProcess)) + Others;

    /// <param name="connections">How many connections the test has.</param>
    /// <param name="isInProcess">Whether the app has its ends of them in this process.</param>
    /// <param name="descriptors">What this process may have and has open; <see langword="null"/> if that isn't known.</param>
    public static IEnumerable<Problem> Check(int connections, bool isInProcess, Descriptors? descriptors)
    {
        if (descriptors is null || Needed(connections, isInProcess) <= descriptors.Free)
        {
            yield break;
        }

        var most = Math.Max(0, (descriptors.Free - Others) / Each(isInProcess));
        yield return new Problem(
            string.Create(CultureInfo.InvariantCulture, $"Connections is {connections:N0}, which needs {Needed(connections, isInProcess):N0} descriptors ({(isInProcess ? "two a connection, as the app is in this process" : "one a connection")}, and {Others} for the rest), and this process has {descriptors.Free:N0} of {descriptors.Limit:N0} free"),
            string.Create(CultureInfo.InvariantCulture, $"at most {most:N0}"),
            (isInProcess ? "Run the app in a process of its own, with LoadTest.ForPublished(folder): then a connection needs one here. Or raise the limit" : "Raise the limit")
            + " before the process starts: the hard one, with ulimit -n, with nofile in /etc/security/limits.conf, or with LimitNOFILE in a systemd unit.");
    }

    private static int Each(bool isInProcess) => isInProcess ? 2 : 1;
}
