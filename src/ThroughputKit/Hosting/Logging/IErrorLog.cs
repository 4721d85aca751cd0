namespace ThroughputKit.Hosting.Logging;

/// <summary>What an app tells of its errors while it is loaded.</summary>
internal interface IErrorLog
{
    /// <summary>Gets the first error since the last <see cref="Restart"/>, an exception with its stack if there was one; <see langword="null"/> if there was none.</summary>
    string? First { get; }

    /// <summary>Forgets what was told before.</summary>
    void Restart();
}
