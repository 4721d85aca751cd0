using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace ThroughputKit.Tests.Assertions;

/// <summary>One assembly for FluentAssertions 6.12 and 7.</summary>
public class UsedMembersTests
{
    /// <summary>All of these are in 6.12.0 and in 7.0.0 to 7.2.2, with the same signatures: check both versions before adding one.</summary>
    [Fact]
    public void Uses_only_what_6_and_7_have_in_common() => Assert.Equal(
        [
            "AndConstraint`1..ctor",
            "AssertionScope..ctor",
            "AssertionScope.AddReportable",
            "AssertionScope.BecauseOf",
            "AssertionScope.FailWith",
            "AssertionScope.get_Current",
            "CustomAssertionAttribute..ctor",
            "Execute.get_Assertion",
            "ObjectAssertions`2..ctor",
            "ReferenceTypeAssertions`2.get_Subject",
        ],
        Used().Distinct().Order(StringComparer.Ordinal));

    private static List<string> Used()
    {
        using var file = new PEReader(File.OpenRead(typeof(LoadResultAssertions).Assembly.Location));
        var metadata = file.GetMetadataReader();
        List<string> used = [];
        foreach (var member in metadata.MemberReferences.Select(metadata.GetMemberReference))
        {
            if (TypeOf(metadata, member.Parent) is { } type && IsOfFluentAssertions(metadata, type))
            {
                used.Add($"{metadata.GetString(type.Name)}.{metadata.GetString(member.Name)}");
            }
        }

        return used;
    }

    private static TypeReference? TypeOf(MetadataReader metadata, EntityHandle parent) => parent.Kind switch
    {
        HandleKind.TypeReference => metadata.GetTypeReference((TypeReferenceHandle)parent),
        HandleKind.TypeSpecification => GenericTypeOf(metadata, metadata.GetTypeSpecification((TypeSpecificationHandle)parent)),
        _ => null,
    };

    // ECMA-335, II.23.2.14: GENERICINST, CLASS or VALUETYPE, the type.
    private static TypeReference? GenericTypeOf(MetadataReader metadata, TypeSpecification specification)
    {
        var blob = metadata.GetBlobReader(specification.Signature);
        return blob.ReadSignatureTypeCode() == SignatureTypeCode.GenericTypeInstance && blob.ReadByte() is 0x11 or 0x12 && blob.ReadTypeHandle() is { Kind: HandleKind.TypeReference } type
            ? metadata.GetTypeReference((TypeReferenceHandle)type)
            : null;
    }

    private static bool IsOfFluentAssertions(MetadataReader metadata, TypeReference type) =>
        type.ResolutionScope.Kind == HandleKind.AssemblyReference
        && metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type.ResolutionScope).Name) == "FluentAssertions";
}
