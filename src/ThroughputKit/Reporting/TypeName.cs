using System.Collections.Frozen;

namespace ThroughputKit.Reporting;

/// <summary>
/// Writes the name of a type as C# does and without namespaces, from the name that the runtime gives: List&lt;(int, Guid?)&gt; for
/// System.Collections.Generic.List`1[System.ValueTuple`2[System.Int32,System.Nullable`1[System.Guid]]]. A very long name is cut short.
/// </summary>
internal static class TypeName
{
    private const int MaxLength = 100;

    private static readonly FrozenDictionary<string, string> _keywords = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["System.Boolean"] = "bool",
        ["System.Byte"] = "byte",
        ["System.SByte"] = "sbyte",
        ["System.Char"] = "char",
        ["System.Int16"] = "short",
        ["System.UInt16"] = "ushort",
        ["System.Int32"] = "int",
        ["System.UInt32"] = "uint",
        ["System.Int64"] = "long",
        ["System.UInt64"] = "ulong",
        ["System.Single"] = "float",
        ["System.Double"] = "double",
        ["System.Decimal"] = "decimal",
        ["System.String"] = "string",
        ["System.Object"] = "object",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    private static readonly char[] _digits = [.. "0123456789"];

    /// <summary>Returns the name in C#; the runtime's own if it isn't of the expected form.</summary>
    public static string InCSharp(string name)
    {
        var rest = name.AsSpan();
        var written = Read(ref rest);
        written = rest.IsEmpty ? written : name;
        return written.Length > MaxLength ? $"{written[..MaxLength]}..." : written;
    }

    // Reads one type. What follows it remains.
    private static string Read(ref ReadOnlySpan<char> rest)
    {
        var end = rest.IndexOfAny("[],");
        var name = end < 0 ? rest : rest[..end];
        rest = rest[name.Length..];
        List<string> arguments = [];
        if (rest is ['[', not (']' or ',' or '*'), ..])
        {
            do
            {
                rest = rest[1..];
                arguments.Add(Read(ref rest));
            }
            while (rest is [',', ..]);
            rest = rest is [']', ..] ? rest[1..] : rest;
        }

        var written = Write(name.ToString(), arguments);
        while (rest is ['[', ..] && rest.IndexOf(']') is > 0 and var close) // of an array
        {
            written += rest[..(close + 1)].ToString();
            rest = rest[(close + 1)..];
        }

        return written;
    }

    private static string Write(string name, List<string> arguments) => (name, arguments) switch
    {
        ("System.Nullable`1", [var of]) => $"{of}?",
        (_, [_, _, ..]) when name.StartsWith("System.ValueTuple`", StringComparison.Ordinal) => $"({string.Join(", ", arguments)})",
        (_, []) => _keywords.GetValueOrDefault(name) ?? Short(name),
        _ => $"{Short(name)}<{string.Join(", ", arguments)}>",
    };

    // A name of the compiler's, such as <Find>d__5, may have dots in its brackets.
    private static string Short(string name)
    {
        var space = name.Split('<')[0].LastIndexOf('.');
        var parts = name[(space + 1)..].Split('`'); // each part but the first begins with a number of type parameters
        return string.Concat(parts.Take(1).Concat(parts.Skip(1).Select(p => p.TrimStart(_digits)))).Replace('+', '.');
    }
}
