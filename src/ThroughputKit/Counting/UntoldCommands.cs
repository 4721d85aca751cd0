namespace ThroughputKit.Counting;

/// <summary>Decides whether all commands to databases are told.</summary>
internal static class UntoldCommands
{
    // Clients that have no connection of the kind that drivers have, and tell nothing.
    private static readonly string[] _others =
        ["Cassandra", "LiteDB", "Microsoft.Azure.Cosmos.Client", "MongoDB.Driver", "Neo4j.Driver", "Raven.Client", "SQLite-net"];

    /// <summary>Returns why the commands aren't known, with the remedy; <see langword="null"/> if they are.</summary>
    /// <param name="loaded">The assemblies of the app.</param>
    /// <param name="hasEntityFramework">Whether EF Core tells of its commands.</param>
    /// <param name="usedByEntityFramework">The drivers that EF Core has given commands to.</param>
    public static string? Why(IReadOnlyList<LoadedAssembly> loaded, bool hasEntityFramework, IReadOnlyCollection<string> usedByEntityFramework)
    {
        loaded = [.. loaded.Where(a => !a.IsOfTests)];
        if (loaded.FirstOrDefault(a => _others.Contains(a.Name, StringComparer.Ordinal)) is { } client)
        {
            return $"{client.Name} doesn't tell of its commands. Leave this count out";
        }

        // A connection in an assembly that uses a driver passes its commands on.
        var untold = loaded.Where(a => a is { Connects: true, TellsItself: false } && !loaded.Any(d => d != a && d.Connects && a.Uses(d)));
        foreach (var driver in untold.OrderBy(a => a.Name, StringComparer.Ordinal))
        {
            if (DatabaseDriver.All.FirstOrDefault(d => d.Assembly == driver.Name) is { } known)
            {
                return FormattableString.Invariant(
                    $"{driver.Name} {driver.Version?.ToString(3)} doesn't tell of its commands. Use version {known.Since} or later");
            }

            if (!loaded.Any(a => a.ServesEntityFramework && a.Uses(driver)))
            {
                return $"{driver.Name} doesn't tell of its commands. Use it through EF Core, which does, or leave this count out";
            }

            if (!hasEntityFramework && !usedByEntityFramework.Contains(driver.Name, StringComparer.Ordinal))
            {
                return $"{driver.Name} doesn't tell of its commands, and no events of EF Core are seen, which would. Use EF Core's own DiagnosticSource "
                    + "if the app has replaced it, and send a request that uses the database";
            }

            if (loaded.FirstOrDefault(a => Sends(a, driver, loaded)) is { } other)
            {
                return $"{driver.Name} doesn't tell of its commands, and {other.Name} has code that sends some without EF Core. "
                    + "Send them through EF Core only, or leave this count out";
            }
        }

        return null;
    }

    // Code for any driver, such as Dapper's, needs a connection: one that the app makes itself, or EF Core's.
    private static bool Sends(LoadedAssembly sender, LoadedAssembly driver, IReadOnlyList<LoadedAssembly> loaded) =>
        sender.SendsTo.Contains(driver.Name, StringComparer.Ordinal)
        || (sender.SendsTo.Contains(LoadedAssembly.AnyDriver, StringComparer.Ordinal) && loaded.Any(a =>
            a.SendsTo.Contains(LoadedAssembly.EntityFramework, StringComparer.Ordinal) || (a.Uses(driver) && !a.ServesEntityFramework)));

    /// <summary>Returns whether EF Core itself has to tell of commands, since it uses a driver that doesn't.</summary>
    public static bool NeedEntityFramework(IReadOnlyList<LoadedAssembly> loaded) =>
        loaded.Any(a => a.ServesEntityFramework && !loaded.Any(d => d.TellsItself && a.Uses(d)));
}
