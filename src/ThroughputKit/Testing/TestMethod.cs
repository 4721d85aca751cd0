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

    /// <summary>Gets whether the method returns a load test, which the kit runs.</summary>
    public bool ReturnsTest => _returnsTest.Contains(Info.ReturnType);

    /// <summary>Gets whether the method runs its load itself.</summary>
    public bool RunsItself => _runsItself.Contains(Info.ReturnType);

    public bool IsAsyncVoid => Info.ReturnType == typeof(void) && Info.IsDefined(typeof(AsyncStateMachineAttribute));

    /// <summary>Calls the method, and waits until it has ended.</summary>
    /// <param name="instance">The object that has the method; <see langword="null"/> for a static method.</param>
    /// <param name="arguments">The method's arguments.</param>
    /// <returns>The load test to run; <see langword="null"/> if the method runs its load itself.</returns>
    /// <exception cref="LoadTestException">The method returned null.</exception>
    public Task<LoadTest?> CallAsync(object? instance, object?[]? arguments) =>
        EndAsync(Info.Invoke(instance, BindingFlags.DoNotWrapExceptions, binder: null, arguments, culture: null));

    private async Task<LoadTest?> EndAsync(object? returned)
    {
        var task = returned switch
        {
            ValueTask<LoadTest> of => of.AsTask(),
            ValueTask<LoadResult> of => of.AsTask(),
            ValueTask of => of.AsTask(),
            _ => returned as Task,
        };
        if (task is not null)
        {
            await task.ConfigureAwait(false);
        }

        var test = task is Task<LoadTest> ofTest ? await ofTest.ConfigureAwait(false) : returned as LoadTest;
        return test is null && (ReturnsTest || (returned is null && Info.ReturnType != typeof(void))) ? throw new LoadTestException(TestProblems.Null(this)) : test;
    }
}
