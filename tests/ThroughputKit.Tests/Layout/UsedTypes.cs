using System.Reflection;
using System.Reflection.Emit;

namespace ThroughputKit.Tests.Layout;

/// <summary>The types that a compiled type uses, with its nested types. Constants are not seen: the compiler copies their values.</summary>
internal static class UsedTypes
{
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
    private const byte FirstOfTwo = 0xFE;

    private static readonly Dictionary<short, OpCode> _codes = typeof(OpCodes).GetFields().Select(f => (OpCode)f.GetValue(null)!).ToDictionary(c => c.Value);

    /// <summary>Returns the outermost types: a nested type is a part of the type around it.</summary>
    public static IEnumerable<Type> Of(Type type) => OfOne(type).SelectMany(Parts).Select(Outermost).Concat(type.GetNestedTypes(All).SelectMany(Of)).Distinct();

    private static IEnumerable<Type> OfOne(Type type) =>
    [
        .. type.BaseType is { } parent ? [parent] : Type.EmptyTypes,
        .. type.GetInterfaces(),
        .. type.GetFields(All).Select(f => f.FieldType),
        .. type.GetMethods(All).Select(m => m.ReturnType),
        .. type.GetMethods(All).Concat<MethodBase>(type.GetConstructors(All)).SelectMany(OfMethod),
    ];

    private static IEnumerable<Type> OfMethod(MethodBase method)
    {
        IEnumerable<Type> signature = method.GetParameters().Select(p => p.ParameterType);
        return method.GetMethodBody() is not { } body ? signature :
        [
            .. signature,
            .. body.LocalVariables.Select(v => v.LocalType),
            .. body.ExceptionHandlingClauses.Where(c => c.Flags == ExceptionHandlingClauseOptions.Clause).Select(c => c.CatchType!),
            .. Tokens(body.GetILAsByteArray()!).SelectMany(token => OfMember(Resolve(method, token))),
        ];
    }

    private static MemberInfo Resolve(MethodBase method, int token) => method.Module.ResolveMember(
        token, method.DeclaringType!.GetGenericArguments(), method.IsGenericMethod ? method.GetGenericArguments() : null)!;

    private static IEnumerable<Type> OfMember(MemberInfo member) => member switch
    {
        Type type => [type],
        MethodBase { IsGenericMethod: true } method => [method.DeclaringType!, .. method.GetGenericArguments()],
        _ => member.DeclaringType is { } type ? [type] : [],
    };

    private static IEnumerable<int> Tokens(byte[] code)
    {
        for (var at = 0; at < code.Length;)
        {
            var instruction = _codes[code[at] == FirstOfTwo ? unchecked((short)((FirstOfTwo << 8) | code[at + 1])) : code[at]];
            at += instruction.Size;
            if (instruction.OperandType is OperandType.InlineMethod or OperandType.InlineField or OperandType.InlineType or OperandType.InlineTok)
            {
                yield return BitConverter.ToInt32(code, at);
            }

            at += instruction.OperandType switch
            {
                OperandType.InlineNone => 0,
                OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
                OperandType.InlineVar => 2,
                OperandType.InlineI8 or OperandType.InlineR => 8,
                OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, at)),
                _ => 4,
            };
        }
    }

    // An array, a pointer or a reference is one of its element; a generic type is used with its arguments.
    private static IEnumerable<Type> Parts(Type type) =>
        type.HasElementType ? Parts(type.GetElementType()!) : [type, .. type.GenericTypeArguments.SelectMany(Parts)];

    private static Type Outermost(Type type) => type.DeclaringType is { } outer ? Outermost(outer) : type;
}
