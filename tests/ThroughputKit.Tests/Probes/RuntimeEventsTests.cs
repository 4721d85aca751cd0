using ThroughputKit.Probes;

namespace ThroughputKit.Tests.Probes;

public class RuntimeEventsTests
{
    private const int Times = 100; // the first few that weren't kept apart waited for each other for ever

    private static readonly TimeSpan _limit = TimeSpan.FromMinutes(2);

    [Fact]
    public async Task Runs_at_once_can_begin_and_end_to_listen() =>
        await Task.WhenAll(OnItsOwnThread(() => new CompilerWatch().Dispose()), OnItsOwnThread(() => new AllocationSampler().Dispose())).WaitAsync(_limit);

    private static Task OnItsOwnThread(Action listen) => Task.Factory.StartNew(
        () =>
        {
            for (var i = 0; i < Times; i++)
            {
                listen();
            }
        },
        CancellationToken.None,
        TaskCreationOptions.LongRunning,
        TaskScheduler.Default);
}
