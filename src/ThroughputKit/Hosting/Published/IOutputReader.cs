namespace ThroughputKit.Hosting.Published;

/// <summary>Reads all that an app prints, so that it never waits for a reader.</summary>
internal interface IOutputReader : IDisposable
{
    /// <summary>Reads what is left of it once the app has ended.</summary>
    void Finish();
}
