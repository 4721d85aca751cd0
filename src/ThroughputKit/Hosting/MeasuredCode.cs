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

    /// <summary>Gets the kit's own assembly.</summary>
    public static MeasuredCode? Kit { get; } = Of(typeof(MeasuredCode).Assembly);

    /// <summary>Inspects an app of this process, and the libraries that were built with it. Packages aren't the user's to build.</summary>
    public static IReadOnlyList<MeasuredCode> OfApp(Assembly app) => [.. new[] { Of(app) }.OfType<MeasuredCode>(), .. OfLibraries(app.Location)];

    /// <summary>Inspects an app of another process, and the libraries that were built with it.</summary>
    /// <param name="file">The file of its assembly.</param>
    public static IReadOnlyList<MeasuredCode> OfApp(string file) => [.. new[] { OfFile(file) }.OfType<MeasuredCode>(), .. OfLibraries(file)];

    /// <summary>Inspects an assembly of this process. Returns <see langword="null"/> if it was generated at run time.</summary>
    public static unsafe MeasuredCode? Of(Assembly assembly) =>
        assembly.TryGetRawMetadata(out var metadata, out var length) ? Read(new MetadataReader(metadata, length)) : null;

    /// <summary>Inspects an assembly of another process. Returns <see langword="null"/> if it can't be read.</summary>
    public static MeasuredCode? OfFile(string path)
    {
        try
        {
            using var file = new PEReader(File.OpenRead(path));
            return Read(file.GetMetadataReader());
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadImageFormatException or InvalidOperationException)
        {
            return null;
        }
    }

    private static IEnumerable<MeasuredCode> OfLibraries(string app) => ProjectLibraries.Of(app).Select(OfFile).OfType<MeasuredCode>();

    private static MeasuredCode Read(MetadataReader metadata)
    {
        var assembly = metadata.GetAssemblyDefinition();
        return new MeasuredCode(
            metadata.GetString(assembly.Name),
            !assembly.GetCustomAttributes().Select(metadata.GetCustomAttribute).Any(
                a => IsDebuggable(metadata, a) && DisablesOptimizations(metadata.GetBlobReader(a.Value))),
            metadata.TypeDefinitions.Any(t => IsTracker(metadata.GetString(metadata.GetTypeDefinition(t).Namespace))));
    }

    private static bool IsTracker(string name) => Array.Exists(_trackers, t => name.StartsWith(t, StringComparison.Ordinal));

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
}
