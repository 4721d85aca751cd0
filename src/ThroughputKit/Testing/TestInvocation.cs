using System.Reflection;
using System.Runtime.ExceptionServices;

namespace ThroughputKit.Testing;

/// <summary>Calls a test method. If the method returns a load test, runs it, and compares it with its reference if it has one.</summary>
internal sealed class TestInvocation(TestMethod method, TestSettings settings, TestRunScope scope)
{
    /// <param name="instance">The object that has the method; <see langword="null"/> for a static method.</param>
    /// <param name="arguments">The method's arguments.</param>
    public async Task RunAsync(object? instance, object?[]? arguments)
    {
        scope.Enter(); // for loads that the method runs itself
        if (await ReturnedAsync(method, Call(method.Info, instance, arguments)).ConfigureAwait(false) is not { } returned)
        {
            return;
        }

        var test = returned.PreparedOncePerApp(); // it is run and then compared

        var comparison = settings.Compares ? settings.Compare(await ReferenceAsync(instance).ConfigureAwait(false), test) : null;
        LoadTestException.ThrowIfAny([.. comparison?.Check() ?? []]); // before the first run, which takes time

        var result = await settings.Apply(test).RunAsync(scope, CancellationToken.None).ConfigureAwait(false);
        if (comparison is not null && result is { Succeeded: > 0, WasCancelled: false })
        {
            await comparison.RunAsync(scope, CancellationToken.None).ConfigureAwait(false);
        }
    }

    private async Task<LoadTest> ReferenceAsync(object? instance)
    {
        if (ReferenceMethod.Find(method, settings.Reference!) is not { } info)
        {
            return LoadTest.BuiltIn;
        }

        var reference = new TestMethod(info, ArgumentCount: 0);
        return await ReturnedAsync(reference, Call(info, instance, arguments: null)).ConfigureAwait(false) ?? throw Null(reference);
    }

    private static object? Call(MethodInfo info, object? instance, object?[]? arguments)
    {
        try
        {
            return info.Invoke(instance, arguments);
        }
        catch (TargetInvocationException e) when (e.InnerException is { } thrown)
        {
            ExceptionDispatchInfo.Throw(thrown);
            throw;
        }
    }

    private static async Task<LoadTest?> ReturnedAsync(TestMethod method, object? returned)
    {
        switch (returned)
        {
            case LoadTest test:
                return test;
            case Task<LoadTest> task:
                return await task.ConfigureAwait(false) ?? throw Null(method);
            case ValueTask<LoadTest> task:
                return await task.ConfigureAwait(false) ?? throw Null(method);
            case ValueTask<LoadResult> task:
                await task.ConfigureAwait(false);
                return null;
            case ValueTask task:
                await task.ConfigureAwait(false);
                return null;
            case Task task:
                await task.ConfigureAwait(false);
                return null;
            case null when method.Info.ReturnType != typeof(void):
                throw Null(method);
            default:
                return null;
        }
    }

    private static LoadTestException Null(TestMethod method) => new(TestProblems.Null(method));
}
