using ThroughputKit.Testing;

namespace ThroughputKit.Tests.Support;

/// <summary>Runs as an attribute would begin them, which knows the gates beforehand.</summary>
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
