namespace ThroughputKit.Hosting.Logging;

/// <summary>The errors that an app reports while it is loaded.</summary>
internal interface IErrorLog
{
    /// <summary>
    /// Gets the first error since the last <see cref="Restart"/>: an exception with its stack, if there was one, otherwise a message;
    /// <see langword="null"/> if there was none.
    /// </summary>
    string? First { get; }

    /// <summary>Discards all earlier errors.</summary>
    void Restart();

    /// <summary>Also looks for the exception in other places than the log, because a request has failed. Any thread may call this.</summary>
    void Observe()
    {
        // there is no other place
    }

    /// <summary>Ends what <see cref="Observe"/> began.</summary>
    void EndObservation()
    {
        // nothing was begun
    }
}
