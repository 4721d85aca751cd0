using System.Data.Common;
using System.Reflection;
using System.Reflection.Metadata;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Counting;

/// <summary>What an assembly of the app has to do with databases.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Version">Its version.</param>
/// <param name="References">The names of the assemblies that it uses.</param>
/// <param name="Connects">Whether it has a connection to a database of its own: one that doesn't pass commands on to that of another assembly.</param>
/// <param name="ServesEntityFramework">Whether it lets EF Core use a driver.</param>
internal sealed record LoadedAssembly(string Name, Version? Version, IReadOnlyCollection<string> References, bool Connects, bool ServesEntityFramework)
{
    // The types by which commands of any driver are sent.
    private static readonly string[] _anyCommand = ["DbCommand", "IDbCommand", "DbBatch", "DbDataAdapter", "IDataAdapter"];

    private static readonly string[] _tests =
        ["xunit.core", "xunit.v3.core", "nunit.framework", "Microsoft.VisualStudio.TestPlatform.TestFramework", "MSTest.TestFramework", "TUnit.Core"];

    private static readonly string[] _framework = ["System.", "Microsoft.AspNetCore.", "Microsoft.Extensions.", "Microsoft.EntityFrameworkCore"];

    /// <summary>What its own code sends to if it may be any driver.</summary>
    public const string AnyDriver = "";

    /// <summary>What it sends to if it takes the connections of EF Core.</summary>
    public const string EntityFramework = "EF Core";

    /// <summary>
    /// Gets the drivers, by the names of their assemblies, whose commands its own code sends, with <see cref="AnyDriver"/> and <see cref="EntityFramework"/>.
    /// </summary>
    public IReadOnlyCollection<string> SendsTo { get; init; } = [];

    /// <summary>Gets whether it has only tests, whose code no request runs.</summary>
    public bool IsOfTests => References.Any(r => _tests.Contains(r)) && !References.Contains("Microsoft.AspNetCore.Routing", StringComparer.Ordinal);

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
        Type[] connections = mayConnect ? [.. TypesOf(assembly).Where(IsConnection)] : [];
        var serves = mayServe && Serves(assembly);
        return new LoadedAssembly(name.Name ?? "", name.Version, references, Array.Exists(connections, c => !Try(() => PassesOn(c))), serves)
        {
            SendsTo = connections.Length > 0 || serves || IsOfFramework(name.Name ?? "") ? [] : SendsToOf(assembly),
        };
    }

    private static bool IsOfFramework(string name) => Array.Exists(_framework, f => name.StartsWith(f, StringComparison.Ordinal));

    // By the methods that its code calls.
    private static string[] SendsToOf(Assembly assembly)
    {
        try
        {
            return FindSendsTo(assembly);
        }
        catch (Exception)
        {
            return [AnyDriver];
        }
    }

    // Apart, because a trimmed app may lack the reader.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static unsafe string[] FindSendsTo(Assembly assembly) =>
        assembly.TryGetRawMetadata(out var blob, out var length) ? FindSendsTo(new MetadataReader(blob, length)) : [];

    private static string[] FindSendsTo(MetadataReader reader)
    {
        var commands = reader.TypeReferences.Select(handle => (Handle: handle, Driver: DriverOf(reader.GetTypeReference(handle))))
            .Where(t => t.Driver is not null).ToDictionary(t => (EntityHandle)t.Handle, t => t.Driver!);
        if (commands.Count == 0)
        {
            return [];
        }

        var methods = reader.MemberReferences.Select(reader.GetMemberReference);
        var senders = methods.Where(m => commands.TryGetValue(m.Parent, out var driver) && Sends(driver, reader.GetString(m.Name)));
        return [.. senders.Select(m => commands[m.Parent]).Distinct(StringComparer.Ordinal)];

        // Null if it is no command.
        string? DriverOf(TypeReference type)
        {
            var name = reader.GetString(type.Name);
            return _anyCommand.Contains(name) ? AnyDriver
                : name == "RelationalDatabaseFacadeExtensions" ? EntityFramework
                : name.EndsWith("Command", StringComparison.Ordinal) && type.ResolutionScope.Kind == HandleKind.AssemblyReference
                    ? reader.GetString(reader.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name)
                : null;
        }

        static bool Sends(string driver, string method) => driver == EntityFramework ? method == "GetDbConnection"
            : method.StartsWith("Execute", StringComparison.Ordinal) || method is "Fill" or "Update";
    }

    private static bool IsConnection(Type type) => type is { IsAbstract: false } && type.IsSubclassOf(typeof(DbConnection));

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
