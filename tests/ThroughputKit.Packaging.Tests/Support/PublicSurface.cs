using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace ThroughputKit.Tests.Packaging.Support;

/// <summary>
/// The public surface of an assembly as text: each type with its base types, and below it a line for each member,
/// sorted by name. Members that the compiler adds to every record are left out.
/// </summary>
internal static class PublicSurface
{
    private static readonly SymbolDisplayFormat _types = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypesAndNamespaces,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeVariance,
        delegateStyle: SymbolDisplayDelegateStyle.NameAndSignature,
        parameterOptions: SymbolDisplayParameterOptions.IncludeType | SymbolDisplayParameterOptions.IncludeName | SymbolDisplayParameterOptions.IncludeDefaultValue
            | SymbolDisplayParameterOptions.IncludeExtensionThis | SymbolDisplayParameterOptions.IncludeParamsRefOut,
        miscellaneousOptions: SymbolDisplayMiscellaneousOptions.UseSpecialTypes | SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier
            | SymbolDisplayMiscellaneousOptions.EscapeKeywordIdentifiers | SymbolDisplayMiscellaneousOptions.AllowDefaultLiteral);

    private static readonly SymbolDisplayFormat _members = new(
        typeQualificationStyle: SymbolDisplayTypeQualificationStyle.NameAndContainingTypes,
        genericsOptions: SymbolDisplayGenericsOptions.IncludeTypeParameters | SymbolDisplayGenericsOptions.IncludeTypeConstraints,
        memberOptions: SymbolDisplayMemberOptions.IncludeAccessibility | SymbolDisplayMemberOptions.IncludeModifiers | SymbolDisplayMemberOptions.IncludeType
            | SymbolDisplayMemberOptions.IncludeParameters | SymbolDisplayMemberOptions.IncludeConstantValue | SymbolDisplayMemberOptions.IncludeRef,
        parameterOptions: _types.ParameterOptions,
        propertyStyle: SymbolDisplayPropertyStyle.ShowReadWriteDescriptor,
        miscellaneousOptions: _types.MiscellaneousOptions);

    public static string Of(byte[] assembly)
    {
        var reference = MetadataReference.CreateFromImage(assembly);
        var platform = AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!.ToString()!.Split(Path.PathSeparator).Select(file => MetadataReference.CreateFromFile(file));
        var compilation = CSharpCompilation.Create("reader", references: [reference, .. platform]);
        var symbol = (IAssemblySymbol)compilation.GetAssemblyOrModuleSymbol(reference)!;
        return string.Concat(Types(symbol.GlobalNamespace).OrderBy(type => type.ToDisplayString(_types), StringComparer.Ordinal).Select(Text));
    }

    private static IEnumerable<INamedTypeSymbol> Types(INamespaceOrTypeSymbol within) =>
        within.GetMembers().OfType<INamespaceOrTypeSymbol>().SelectMany(member => member switch
        {
            INamespaceSymbol names => Types(names),
            INamedTypeSymbol type when IsVisible(type) => Types(type).Prepend(type),
            _ => [],
        });

    private static string Text(INamedTypeSymbol type)
    {
        var members = type.GetMembers().Where(member => type.TypeKind != TypeKind.Delegate && member is not INamedTypeSymbol && IsVisible(member) && !IsMadeByCompiler(member))
            .OrderBy(member => type.TypeKind == TypeKind.Enum ? "" : member.Name, StringComparer.Ordinal) // enum members are sorted by value
            .Select(member => Attributes(member, " ") + member.ToDisplayString(_members));
        return Attributes(type, "\n") + Heading(type) + "\n" + string.Concat(members.Select(line => $"    {line}\n"));
    }

    private static string Heading(INamedTypeSymbol type)
    {
        string[] modifiers =
        [
            type.IsStatic ? "static " : "",
            type is { TypeKind: TypeKind.Class, IsAbstract: true, IsStatic: false } ? "abstract " : "",
            type is { TypeKind: TypeKind.Class, IsSealed: true, IsStatic: false } ? "sealed " : "",
            type.IsReadOnly ? "readonly " : "",
            type.IsRefLikeType ? "ref " : "",
            type.IsRecord ? "record " : "",
        ];
        var bases = type.Interfaces.Where(one => IsVisible(one) && !(type.IsRecord && one.Name == "IEquatable")).OrderBy(one => one.Name, StringComparer.Ordinal).AsEnumerable();
        if (type is { TypeKind: TypeKind.Class, BaseType: { SpecialType: not SpecialType.System_Object } parent })
        {
            bases = bases.Prepend(parent);
        }

        var name = type.ToDisplayString(_types);
        var constraints = type.ToDisplayString(_types.AddGenericsOptions(SymbolDisplayGenericsOptions.IncludeTypeConstraints))[name.Length..];
        var derived = string.Join(", ", bases.Select(one => one.ToDisplayString(_types)));
        return $"{SyntaxFacts.GetText(type.DeclaredAccessibility)} {string.Concat(modifiers)}{Kind(type)} {name}{(derived.Length == 0 ? "" : " : ")}{derived}{constraints}";
    }

    private static string Kind(INamedTypeSymbol type) => type.TypeKind switch
    {
        TypeKind.Class => "class",
        TypeKind.Struct => "struct",
        TypeKind.Interface => "interface",
        TypeKind.Enum => "enum",
        _ => "delegate",
    };

    private static string Attributes(ISymbol symbol, string separator) => string.Concat(symbol.GetAttributes()
        .Where(attribute => attribute.AttributeClass is { Name: not "DefaultMemberAttribute" } kind && kind.ContainingNamespace.ToDisplayString() is not ("System.Runtime.CompilerServices" or "System.Diagnostics"))
        .Select(attribute => $"[{Attribute(attribute)}]{separator}").Order(StringComparer.Ordinal));

    private static string Attribute(AttributeData attribute)
    {
        var arguments = attribute.ConstructorArguments.Select(argument => argument.ToCSharpString())
            .Concat(attribute.NamedArguments.Select(argument => $"{argument.Key} = {argument.Value.ToCSharpString()}"));
        return $"{attribute.AttributeClass!.ToDisplayString(_types)}({string.Join(", ", arguments)})";
    }

    private static bool IsVisible(ISymbol symbol) => symbol.DeclaredAccessibility switch
    {
        Accessibility.Public => true,
        Accessibility.Protected or Accessibility.ProtectedOrInternal => !symbol.ContainingType.IsSealed,
        _ => false,
    };

    private static bool IsMadeByCompiler(ISymbol member) =>
        member.IsImplicitlyDeclared || member is IMethodSymbol { AssociatedSymbol: not null }
        || member.GetAttributes().Any(attribute => attribute.AttributeClass?.Name == "CompilerGeneratedAttribute");
}
