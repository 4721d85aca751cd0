using System.Reflection;
using System.Runtime.CompilerServices;

namespace ThroughputKit.Testing;

/// <summary>A method to run as a throughput test.</summary>
/// <param name="Info">The method.</param>
/// <param name="ArgumentCount">The number of arguments for it.</param>
internal sealed record TestMethod(MethodInfo Info, int ArgumentCount)
{
    private static readonly Type[] _returnsTest = [typeof(LoadTest), typeof(Task<LoadTest>), typeof(ValueTask<LoadTest>)];
    private static readonly Type[] _returnsComparison = [typeof(LoadComparison), typeof(Task<LoadComparison>), typeof(ValueTask<LoadComparison>)];
    private static readonly Type[] _runsItself = [typeof(void), typeof(Task), typeof(ValueTask)];

    public string Name => Info.Name;

    /// <summary>Gets the name of the test in reports, including its arguments if it has any.</summary>
    public string DisplayName { get; init; } = $"{Info.ReflectedType?.FullName}.{Info.Name}";

    /// <summary>Gets whether the method returns a load test, which the kit runs.</summary>
    public bool ReturnsTest => _returnsTest.Contains(Info.ReturnType);

    /// <summary>Gets whether the method returns a comparison, which the kit runs.</summary>
    public bool ReturnsComparison => _returnsComparison.Contains(Info.ReturnType);

    /// <summary>Gets whether the method runs its load itself.</summary>
    public bool RunsItself => _runsItself.Contains(Info.ReturnType);

    public bool IsAsyncVoid => Info.ReturnType == typeof(void) && Info.IsDefined(typeof(AsyncStateMachineAttribute));

    /// <summary>Calls the method, and waits until it has ended.</summary>
    /// <param name="instance">The object that has the method; <see langword="null"/> for a static method.</param>
    /// <param name="arguments">The method's arguments.</param>
    /// <returns>The <see cref="LoadTest"/> or the <see cref="LoadComparison"/> to run; <see langword="null"/> if the method runs its load itself.</returns>
    /// <exception cref="LoadTestException">The method returned null.</exception>
    public Task<object?> CallAsync(object? instance, object?[]? arguments) =>
        EndAsync(Info.Invoke(instance, BindingFlags.DoNotWrapExceptions, binder: null, arguments, culture: null));

    private async Task<object?> EndAsync(object? returned)
    {
        var value = returned switch
        {
            Task<LoadTest> task => await task.ConfigureAwait(false),
            Task<LoadComparison> task => await task.ConfigureAwait(false),
            ValueTask<LoadTest> task => await task.ConfigureAwait(false),
            ValueTask<LoadComparison> task => await task.ConfigureAwait(false),
            _ => returned,
        };
        if (value is null && Info.ReturnType != typeof(void))
        {
            throw new LoadTestException(TestProblems.Null(this));
        }

        if (RunsItself && value is not (LoadTest or LoadComparison))
        {
            await (value is ValueTask of ? of : new ValueTask(value as Task ?? Task.CompletedTask)).ConfigureAwait(false);
            return null;
        }

        return value;
    }
}
