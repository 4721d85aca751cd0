using System.Diagnostics;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace ThroughputKit.Hosting;

/// <summary>An assembly whose speed is measured, and how it was built.</summary>
/// <param name="Name">The assembly's name.</param>
/// <param name="IsOptimized">Whether it was built with optimizations.</param>
/// <param name="IsRewritten">Whether it was instrumented for code coverage.</param>
internal sealed record MeasuredCode(string Name, bool IsOptimized, bool IsRewritten)
{
    // Coverlet and the platform's own collector add classes of their own to every assembly that they instrument.
    private static readonly string[] _trackers = ["Coverlet.Core.Instrumentation.Tracker", "Microsoft.CodeCoverage.Instrumentation"];

    /// <summary>Inspects an assembly of this process.</summary>
    public static MeasuredCode Of(Assembly assembly) => new(
        assembly.GetName().Name!,
        assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true },
        Array.Exists(Types(assembly), type => IsTracker(type.Namespace)));

    /// <summary>Inspects an assembly of another process without loading it. Returns <see langword="null"/> if it can't be read.</summary>
    public static MeasuredCode? OfFile(string path)
    {
        try
        {
            using var file = new PEReader(File.OpenRead(path));
            var metadata = file.GetMetadataReader();
            var attributes = metadata.GetAssemblyDefinition().GetCustomAttributes().Select(metadata.GetCustomAttribute);
            return new MeasuredCode(
                metadata.GetString(metadata.GetAssemblyDefinition().Name),
                !attributes.Any(a => IsDebuggable(metadata, a) && DisablesOptimizations(metadata.GetBlobReader(a.Value))),
                metadata.TypeDefinitions.Any(t => IsTracker(metadata.GetString(metadata.GetTypeDefinition(t).Namespace))));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or InvalidOperationException)
        {
            return null;
        }
    }

    private static bool IsTracker(string? name) => name is not null && Array.Exists(_trackers, t => name.StartsWith(t, StringComparison.Ordinal));

    private static bool IsDebuggable(MetadataReader metadata, CustomAttribute attribute) =>
        attribute.Constructor.Kind == HandleKind.MemberReference
        && metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } type
        && metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)type).Name) == nameof(DebuggableAttribute);

    // A prolog of two bytes precedes the constructor's argument: the modes in four bytes, as compilers write them (ECMA-335 II.23.3).
    private static bool DisablesOptimizations(BlobReader value)
    {
        value.ReadUInt16();
        return value.RemainingBytes >= sizeof(int) + sizeof(ushort)
            && ((DebuggableAttribute.DebuggingModes)value.ReadInt32()).HasFlag(DebuggableAttribute.DebuggingModes.DisableOptimizations);
    }

    private static Type[] Types(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return [.. e.Types.OfType<Type>()];
        }
    }
}
