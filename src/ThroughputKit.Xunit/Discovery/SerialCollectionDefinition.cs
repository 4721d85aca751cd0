using Xunit;
using Xunit.Abstractions;
using Xunit.Sdk;

namespace ThroughputKit.Discovery;

/// <summary>A user's collection definition with parallel runs disabled.</summary>
internal sealed class SerialCollectionDefinition(IReflectionTypeInfo users) : IReflectionTypeInfo
{
    private static readonly IReflectionTypeInfo _none = (IReflectionTypeInfo)Reflector.Wrap(typeof(Marker));

    public Type Type => users.Type;

    public IAssemblyInfo Assembly => users.Assembly;

    public ITypeInfo BaseType => users.BaseType;

    public IEnumerable<ITypeInfo> Interfaces => users.Interfaces;

    public bool IsAbstract => users.IsAbstract;

    public bool IsGenericParameter => users.IsGenericParameter;

    public bool IsGenericType => users.IsGenericType;

    public bool IsSealed => users.IsSealed;

    public bool IsValueType => users.IsValueType;

    public string Name => users.Name;

    /// <param name="users">The user's definition; <see langword="null"/> if there is none.</param>
    public static ITypeInfo Of(ITypeInfo? users) => users switch
    {
        null => _none,
        SerialCollectionDefinition => users,
        IReflectionTypeInfo known => new SerialCollectionDefinition(known),
        _ => throw new NotSupportedException($"The collection definition {users.Name} is available only as source code, which the kit can't use."),
    };

    public IEnumerable<IAttributeInfo> GetCustomAttributes(string assemblyQualifiedAttributeTypeName) =>
        (assemblyQualifiedAttributeTypeName == typeof(CollectionDefinitionAttribute).AssemblyQualifiedName ? _none : users)
            .GetCustomAttributes(assemblyQualifiedAttributeTypeName);

    public IEnumerable<ITypeInfo> GetGenericArguments() => users.GetGenericArguments();

    public IMethodInfo GetMethod(string methodName, bool includePrivateMethod) => users.GetMethod(methodName, includePrivateMethod);

    public IEnumerable<IMethodInfo> GetMethods(bool includePrivateMethods) => users.GetMethods(includePrivateMethods);

    [CollectionDefinition("ThroughputKit", DisableParallelization = true)]
    private sealed class Marker;
}
