using System.Reflection;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Testing;

/// <summary>A method to run as a throughput test.</summary>
/// <param name="Info">The method.</param>
/// <param name="ArgumentCount">The number of arguments for it.</param>
internal sealed record TestMethod(MethodInfo Info, int ArgumentCount)
{
    private static readonly Type[] _returnsTest = [typeof(LoadTest), typeof(Task<LoadTest>), typeof(ValueTask<LoadTest>)];

    private static readonly Type[] _runsItself =
    [
        typeof(void), typeof(Task), typeof(ValueTask), typeof(LoadResult), typeof(Task<LoadResult>), typeof(ValueTask<LoadResult>),
    ];

    public string Name => Info.Name;

    /// <summary>Gets the name of the test in reports, including its arguments if it has any.</summary>
    public string DisplayName { get; init; } = $"{Info.ReflectedType?.FullName}.{Info.Name}";

    public MethodForm Form =>
        _returnsTest.Contains(Info.ReturnType) ? MethodForm.ReturnsTest
        : _runsItself.Contains(Info.ReturnType) ? MethodForm.RunsItself
        : MethodForm.Unknown;

    public bool IsAsyncVoid => Info.ReturnType == typeof(void) && Info.IsDefined(typeof(AsyncStateMachineAttribute));
}
