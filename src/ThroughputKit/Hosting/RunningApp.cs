namespace ThroughputKit.Hosting;

/// <summary>An app that takes requests. Disposing it stops the app only if the kit has made it.</summary>
/// <param name="Address">Where it listens.</param>
/// <param name="Services">Its services, if it runs in this process.</param>
/// <param name="HostStart">How long its start took, if the kit started it.</param>
/// <param name="Stop">Stops it; <see langword="null"/> if it isn't the kit's to stop.</param>
internal sealed record RunningApp(
    Uri Address, IServiceProvider? Services, TimeSpan? HostStart, Func<ValueTask>? Stop) : IAsyncDisposable
{
    public bool IsInProcess => Services is not null;

    public bool MadeByKit => Stop is not null;

    public ValueTask DisposeAsync() => Stop?.Invoke() ?? ValueTask.CompletedTask;
}
