namespace ThroughputKit.Tests.Testing;

/// <summary>A time whose timers all fire when the test says so, and not before, whatever they were set to.</summary>
internal sealed class TimeUp : TimeProvider
{
    private readonly TaskCompletionSource _up = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _timers;

    /// <summary>Gets the number of timers that were begun.</summary>
    public int Timers => Volatile.Read(ref _timers);

    /// <summary>Fires all timers, and those that are begun later at once.</summary>
    public void Fire() => _up.TrySetResult();

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Interlocked.Increment(ref _timers);
        return new FiredTimer(_up.Task, callback, state);
    }

    private sealed class FiredTimer : ITimer
    {
        private int _isOver;

        public FiredTimer(Task up, TimerCallback callback, object? state) => _ = FireAsync(up, callback, state);

        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose() => Interlocked.Exchange(ref _isOver, 1);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }

        private async Task FireAsync(Task up, TimerCallback callback, object? state)
        {
            await up.ConfigureAwait(false);
            if (Interlocked.Exchange(ref _isOver, 1) == 0)
            {
                callback(state);
            }
        }
    }
}
