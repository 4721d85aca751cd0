using static System.FormattableString;

namespace ThroughputKit.Reporting;

/// <summary>Formats a number of connections that the kit chose.</summary>
internal static class ChosenConnections
{
    public static string Note(int connections) =>
        Invariant($"Over {Counted.Of(connections, "connection")}, not the {new LoadOptions().Connections} of a load alone: ")
            + "more kept the apps no busier and only made requests wait. Set o.Connections for another number.";
}
