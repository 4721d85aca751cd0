using ThroughputKit.Isolation;
using ThroughputKit.Testing;
using ThroughputKit.Tests.Support;

namespace ThroughputKit.Tests.Testing;

/// <summary>Runs methods as throughput tests, each test with its own lock file, environment and output.</summary>
public abstract class GatedTestBase : IDisposable
{
    private protected readonly TemporaryFolder _folder = new();
    private protected readonly List<string> _output = [];
    private protected readonly Dictionary<string, string> _environment = [];

    private protected GatedTestBase()
    {
        _environment[MachineLock.PathVariable] = _folder.File("measuring.lock");
        _environment[KitEnvironment.ReportsVariable] = "none";
    }

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected Task<TestOutcome> RunAsync(
        string name, TestSettings settings, TimeSpan? timeout = null, object[]? arguments = null, Methods? instance = null, TimeProvider? time = null, CancellationToken cancellationToken = default)
    {
        var method = typeof(Methods).GetMethod(name)!;
        var test = new GatedTest(new TestMethod(method, arguments?.Length ?? 0), settings, timeout, _environment.GetValueOrDefault, _output.Add)
        {
            Time = time ?? TimeProvider.System,
        };

        return test.RunAsync(instance ?? new Methods(), arguments, cancellationToken);
    }
}
