using System.Data.Common;
using System.Reflection;

namespace ThroughputKit.Counting;

/// <summary>What an assembly of the app has to do with databases.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Version">Its version.</param>
/// <param name="References">The names of the assemblies that it uses.</param>
/// <param name="Connects">Whether it has a connection to a database of its own: one that doesn't pass commands on to that of another assembly.</param>
/// <param name="ServesEntityFramework">Whether it lets EF Core use a driver.</param>
internal sealed record LoadedAssembly(string Name, Version? Version, IReadOnlyCollection<string> References, bool Connects, bool ServesEntityFramework)
{
    /// <summary>Gets whether it tells of the commands that it sends.</summary>
    public bool TellsItself => DatabaseDriver.TellsItself(Name, Version);

    /// <summary>Returns those of this process.</summary>
    public static IReadOnlyList<LoadedAssembly> All() => [.. AppDomain.CurrentDomain.GetAssemblies().Where(a => !a.IsDynamic).Select(Of)];

    public bool Uses(LoadedAssembly other) => References.Contains(other.Name, StringComparer.Ordinal);

    private static LoadedAssembly Of(Assembly assembly)
    {
        var name = assembly.GetName();
        string[] references = [.. assembly.GetReferencedAssemblies().Select(r => r.Name ?? "")];
        var mayConnect = Array.Exists(references, r => r is "System.Data.Common" or "System.Data" or "netstandard");
        var mayServe = references.Contains("Microsoft.EntityFrameworkCore.Relational");
        return new LoadedAssembly(
            name.Name ?? "", name.Version, references, mayConnect && TypesOf(assembly).Any(IsConnection), mayServe && Serves(assembly));
    }

    private static bool IsConnection(Type type) => type is { IsAbstract: false } && type.IsSubclassOf(typeof(DbConnection)) && !Try(() => PassesOn(type));

    private static bool PassesOn(Type type) =>
        Array.Exists(type.GetConstructors(), c => Array.Exists(c.GetParameters(), p => p.ParameterType == typeof(DbConnection)));

    // By it, EF Core's own tools know them.
    private static bool Serves(Assembly assembly) =>
        Try(() => assembly.GetCustomAttributesData().Any(a => a.AttributeType.Name == "DesignTimeProviderServicesAttribute"));

    private static IEnumerable<Type> TypesOf(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return e.Types.OfType<Type>();
        }
        catch (Exception)
        {
            return [];
        }
    }

    // An assembly may use others that aren't there, or be none of the runtime's.
    private static bool Try(Func<bool> isTrue)
    {
        try
        {
            return isTrue();
        }
        catch (Exception)
        {
            return false;
        }
    }
}
