namespace ThroughputKit.Tests.Support;

/// <summary>A time that stands until it is set.</summary>
internal sealed class SetTime : TimeProvider
{
    public DateTimeOffset Now { get; set; } = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public override DateTimeOffset GetUtcNow() => Now;
}
