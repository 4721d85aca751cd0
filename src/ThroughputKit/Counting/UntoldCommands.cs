namespace ThroughputKit.Counting;

/// <summary>Decides whether all commands to databases are told.</summary>
internal static class UntoldCommands
{
    // Clients that have no connection of the kind that drivers have, and tell nothing.
    private static readonly string[] _others = ["Cassandra", "MongoDB.Driver", "Neo4j.Driver"];

    /// <summary>Returns why the commands aren't known, with the remedy; <see langword="null"/> if they are.</summary>
    /// <param name="loaded">The assemblies of the app.</param>
    /// <param name="hasEntityFramework">Whether EF Core tells of its commands.</param>
    /// <param name="usedByEntityFramework">The drivers that EF Core has given commands to.</param>
    public static string? Why(IReadOnlyList<LoadedAssembly> loaded, bool hasEntityFramework, IReadOnlyCollection<string> usedByEntityFramework)
    {
        var untold = loaded.Where(a => !a.TellsItself && (a.Connects || _others.Contains(a.Name)));
        foreach (var driver in untold.ExceptBy(usedByEntityFramework, a => a.Name, StringComparer.Ordinal).OrderBy(a => a.Name, StringComparer.Ordinal))
        {
            if (DatabaseDriver.All.FirstOrDefault(d => d.Assembly == driver.Name) is { } known)
            {
                return FormattableString.Invariant(
                    $"{driver.Name} {driver.Version?.ToString(3)} doesn't tell of its commands. Use version {known.Since} or later");
            }

            var users = loaded.Where(a => a.Uses(driver)).ToArray();
            if (!Array.Exists(users, u => u.ServesEntityFramework))
            {
                return $"{driver.Name} doesn't tell of its commands. Use it through EF Core, which does, or leave this count out";
            }

            if (!hasEntityFramework)
            {
                return $"{driver.Name} doesn't tell of its commands, and no events of EF Core are seen, which would. Use EF Core's own DiagnosticSource "
                    + "if the app has replaced it, and send a request that uses the database";
            }

            if (Array.Find(users, u => !u.ServesEntityFramework) is { } other)
            {
                return $"{driver.Name} doesn't tell of its commands, and {other.Name} uses it without EF Core too. Use it through EF Core only";
            }
        }

        return null;
    }

    /// <summary>Returns whether EF Core itself has to tell of commands, since it uses a driver that doesn't.</summary>
    public static bool NeedEntityFramework(IReadOnlyList<LoadedAssembly> loaded) =>
        loaded.Any(a => a.ServesEntityFramework && !loaded.Any(d => d.TellsItself && a.Uses(d)));
}
