using System.Reflection;

namespace ThroughputKit.Testing;

/// <summary>The method that a test names as its reference.</summary>
internal static class ReferenceMethod
{
    private const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;
    private const string Expected = "the name of a method of the same class that has no parameters and returns a LoadTest, or ThroughputReference.BuiltIn";

    /// <summary>Returns the reference method. Call this only after <see cref="Check"/> has found no problem.</summary>
    /// <returns>The method; <see langword="null"/> if the built-in endpoint is the reference.</returns>
    public static MethodInfo? Find(TestMethod method, string reference) =>
        reference == ThroughputReference.BuiltIn ? null : Candidates(method.Info, reference)[0];

    public static IEnumerable<Problem> Check(TestMethod method, string reference) =>
        reference != ThroughputReference.BuiltIn && Find(method, reference, Candidates(method.Info, reference)) is { } problem ? [problem] : [];

    private static Problem? Find(TestMethod method, string reference, MethodInfo[] found) => found switch
    {
        _ when reference == method.Name => new(
            $"{method.Name} is its own Reference", Expected, "It would be compared with itself and always pass. Name another method to compare it with."),
        [] => new(
            $"Reference is '{reference}', and {method.Info.ReflectedType?.Name} has no such method", Expected, "Use nameof, so the compiler checks the name."),
        [_, _, ..] => new(
            $"Reference is '{reference}', and {method.Info.ReflectedType?.Name} has {found.Length} methods of that name",
            Expected,
            "Give the reference a unique name."),
        [var only] when only.GetParameters().Length > 0 || only.IsGenericMethodDefinition => new(
            $"Reference is '{reference}', which has parameters", Expected, "The kit has no values for them. Write a method without parameters."),
        [var only] when !new TestMethod(only, 0).ReturnsTest => new(
            $"Reference is '{reference}', which returns {Readable.Type(only.ReturnType)}, not a LoadTest",
            Expected,
            "The two take turns, which needs the LoadTest itself. Return it from the method."),
        [var only] when method.Info.IsStatic && !only.IsStatic => new(
            $"Reference is '{reference}', an instance method, but the test {method.Name} is static", Expected, "Make both static, or neither."),
        [var only] when Circle(method.Info, only) is { } circle => new(
            $"References form a circle: {circle}",
            "references that end with a method without a Reference",
            "Each would be judged by the other, so all could become slower unnoticed. Choose a reference that doesn't change."),
        _ => null,
    };

    private static MethodInfo[] Candidates(MethodInfo method, string name) =>
        [.. (method.ReflectedType?.GetMethods(Any) ?? []).Where(m => m.Name == name)];

    // Follows the chain of references.
    private static string? Circle(MethodInfo test, MethodInfo reference)
    {
        List<string> seen = [test.Name];
        for (var next = reference; next is not null; next = Next(next))
        {
            seen.Add(next.Name);
            if (seen.IndexOf(next.Name) < seen.Count - 1)
            {
                return string.Join(" -> ", seen);
            }
        }

        return null;
    }

    private static MethodInfo? Next(MethodInfo method) =>
        method.GetCustomAttributes().OfType<IThroughputAttribute>().FirstOrDefault()?.Settings.Reference is { } name
        && Candidates(method, name) is [var next] ? next : null;
}
