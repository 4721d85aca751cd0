using System.Reflection;
using System.Runtime.ExceptionServices;
using ThroughputKit.Running;

namespace ThroughputKit.Testing;

/// <summary>Calls a test method and, if it returns a load test, runs that.</summary>
internal sealed class TestInvocation(TestMethod method, TestSettings settings, ResultScope scope)
{
    public async Task RunAsync(Func<object?> invoke)
    {
        scope.Enter();
        if (await ReturnedAsync(Call(invoke)).ConfigureAwait(false) is not { } test)
        {
            return;
        }

        await settings.Apply(test).RunAsync().ConfigureAwait(false);
    }

    private static object? Call(Func<object?> invoke)
    {
        try
        {
            return invoke();
        }
        catch (TargetInvocationException e) when (e.InnerException is { } thrown)
        {
            ExceptionDispatchInfo.Throw(thrown);
            throw;
        }
    }

    private async Task<LoadTest?> ReturnedAsync(object? returned)
    {
        switch (returned)
        {
            case LoadTest test:
                return test;
            case Task<LoadTest> task:
                return await task.ConfigureAwait(false) ?? throw Null();
            case ValueTask<LoadTest> task:
                return await task.ConfigureAwait(false) ?? throw Null();
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
                throw Null();
            default:
                return null;
        }
    }

    private LoadTestException Null() => new(TestProblems.Null(method));
}
