namespace ThroughputKit.Tests.Support;

/// <summary>Options for tests of what is counted rather than how fast it is.</summary>
internal static class Quick
{
    /// <summary>A fixed number of requests from a cold start.</summary>
    public static LoadTest Sending(this LoadTest test, long requests, int connections = 4) => test.With(o =>
    {
        o.Connections = connections;
        o.Requests = requests;
        o.WarmUp = TimeSpan.Zero;
    });

    /// <summary>A short window from a cold start.</summary>
    public static LoadTest Lasting(this LoadTest test, double milliseconds, int connections = 4) => test.With(o =>
    {
        o.Connections = connections;
        o.Duration = TimeSpan.FromMilliseconds(milliseconds);
        o.WarmUp = TimeSpan.Zero;
    });
}
