using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Support;

/// <summary>Runs load tests as an attribute does, which knows the gates before the run.</summary>
internal static class Scoped
{
    public static async Task<LoadResult> RunForAsync(this LoadTest test, LoadGates gates, CancellationToken cancellationToken = default)
    {
        var scope = new TestRunScope(gates, timeLimit: null, CancellationToken.None);
        scope.Enter();
        try
        {
            return await test.RunAsync(cancellationToken);
        }
        finally
        {
            scope.Leave();
        }
    }
}
